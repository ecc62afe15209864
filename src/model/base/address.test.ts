import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';

describe('[J.70] an address is judged as a client would take it', () => {
  it.each([
    ['https://agents.bank.ae/cb', 'public', 'agents.bank.ae'],
    ['https://AGENTS.bank.ae./cb', 'public', 'agents.bank.ae'],
    ['https://evil.example\\@agents.bank.ae/', 'public', 'evil.example'],
    ['http://2130706433/', 'loopback', '127.0.0.1'],
    ['http://0x7f.1/', 'loopback', '127.0.0.1'],
    ['http://0177.0.0.1/', 'loopback', '127.0.0.1'],
    ['http://[::ffff:169.254.169.254]/', 'link-local', '::ffff:a9fe:a9fe'],
    ['http://[::10.0.0.1]/', 'private', '::a00:1'],
    ['http://[64:ff9b::7f00:1]/', 'loopback', '64:ff9b::7f00:1'],
    ['http://[64:ff9b:1::a00:1]/', 'private', '64:ff9b:1::a00:1'],
    ['http://[2002:a00:1::]/', 'private', '2002:a00:1::'],
    ['http://[::]/', 'unspecified', '::'],
    ['http://[fec0::1]/', 'unique-local', 'fec0::1'],
    ['http://[ff02::1]/', 'reserved', 'ff02::1'],
    ['http://100.64.0.1/', 'private', '100.64.0.1'],
    ['http://100.128.0.1/', 'public', '100.128.0.1'],
    ['http://100.100.100.200/', 'metadata', '100.100.100.200'],
    ['http://239.1.1.1/', 'reserved', '239.1.1.1'],
    ['http://255.255.255.255/', 'reserved', '255.255.255.255'],
    ['http://198.19.0.1/', 'reserved', '198.19.0.1'],
    ['http://198.20.0.1/', 'public', '198.20.0.1'],
    ['http://metadata.google.internal/', 'metadata', 'metadata.google.internal'],
    ['http://hooks/', 'cluster-only', 'hooks'],
    ['not a url', 'none', ''],
  ])('%s is %s', (url, kind, host) => {
    expect(addressOf(url)).toMatchObject({ kind, host });
  });
});
