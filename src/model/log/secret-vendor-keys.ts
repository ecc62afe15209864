// Keys that show by their prefixes who issues them. One row is one issuer; the prefix is looked for first, because that is many times
// faster than the pattern. What is public beside a key (account ids, publishable keys) is no row here.

/** What a key of one issuer looks like. */
export interface VendorKey {
  readonly place: string;
  /** Texts of which one is in every text that has such a key. */
  readonly hints: readonly string[];
  /** Without what may not stand before it. */
  readonly pattern: string;
  /** What a key has beside its looks; a digit where nothing is said. */
  readonly check?: (key: string) => boolean;
}

const key = (place: string, hints: readonly string[], pattern: string): VendorKey => ({ place, hints, pattern });

/** Every repetition is bounded below and ends at a unit that cannot begin another match: linear on any text. */
export const VENDOR_KEYS: readonly VendorKey[] = [
  { ...key('API key', ['sk-'], String.raw`sk-[\w-]{16,}`), check: isSecretKey },
  key('AWS access key id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  key('AWS Bedrock key', ['ABSK'], '(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/]{40,}={0,2}'),
  key(
    'GitHub token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    String.raw`(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})`,
  ),
  key('GitLab token', ['gl', 'GR1348941'], String.raw`(?:gl(?:pat|dt|rt|ptt|cbt|agent|oas|soat|ft|imt)-|GR1348941)[\w-]{16,}`),
  key('Slack token', ['xox', 'xapp-'], String.raw`(?:xox[abeoprs]|xapp)-[\w-]{10,}`),
  key(
    'Google API key',
    ['AIza', 'ya29.', 'GOCSPX-', '1//0'],
    String.raw`(?:AIza[\w-]{30,}|ya29\.[\w-]{16,}|GOCSPX-[\w-]{16,}|1//0[\w-]{30,})`,
  ),
  key('Stripe key', ['k_live_', 'k_test_', 'whsec_'], '(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,})'),
  key('npm token', ['npm_'], 'npm_[A-Za-z0-9]{30,}'),
  key('PyPI token', ['pypi-'], String.raw`pypi-[\w-]{32,}`),
  { ...key('Hugging Face token', ['hf_', 'api_org_'], '(?:hf|api_org)_[A-Za-z0-9]{24,}'), check: isMixed },
  key('SendGrid key', ['SG.'], String.raw`SG\.[\w-]{12,}\.[\w-]{16,}`),
  key('Twilio key', ['SK'], 'SK[0-9a-f]{32}(?![0-9A-Za-z])'),
  key('Mailgun key', ['key-'], 'key-[0-9a-f]{32}(?![0-9A-Za-z])'),
  key('Mailchimp key', ['-us'], '[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])'),
  key('Azure client secret', ['Q~'], String.raw`[\w.~-]{3}[0-9]Q~[\w.~-]{31,34}(?![\w~-])`),
  key('Databricks token', ['dapi'], 'dapi[0-9a-f]{32}(?:-[0-9])?(?![0-9A-Za-z])'),
  key('Atlassian token', ['ATATT3', 'ATCTT3', 'ATBB'], String.raw`(?:AT[AC]TT3[\w=-]{40,}|ATBB[A-Za-z0-9]{28,})`),
  key('Vault token', ['hvs.', 'hvb.', 'hvr.'], String.raw`hv[sbr]\.[\w-]{20,}`),
  key('Terraform token', ['.atlasv1.'], String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}`),
  key('Dynatrace token', ['dt0'], String.raw`dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{40,}`),
  key('Doppler token', ['dp.'], String.raw`dp\.(?:pt|ct|st|sa|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{40,44}`),
  key('Airtable token', ['pat'], String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
  key('Discord token', ['.'], String.raw`[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,}`),
  key('Square token', ['sq0', 'EAAA'], String.raw`(?:sq0[a-z]{3}-[\w-]{22,}|EAAA[\w-]{60})`),
  key('New Relic key', ['NRAK-', 'NRJS-', 'NRII-'], String.raw`NR(?:AK|JS|II)-[\w-]{19,}`),
  key('Tailscale key', ['tskey-'], String.raw`tskey-[\w-]{20,}`),
  key('Postman key', ['PMAK-'], 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  key('age key', ['AGE-SECRET-KEY-1'], 'AGE-SECRET-KEY-1[0-9A-Z]{40,}'),
  key('bot token', [':AA'], String.raw`(?:bot)?\d{8,10}:AA[\w-]{32,34}(?![\w-])`),
  key(
    'API key',
    [
      'gsk_',
      'r8_',
      'do',
      'shp',
      'lin_',
      'ntn_',
      'secret_',
      'fig',
      'glsa_',
      'glc_',
      'sntry',
      'rubygems_',
      'dckr_',
      'lsv2_',
      'pcsk_',
      'sbp_',
      'sb_',
      'pscale_',
      'nfp_',
      'rnd_',
      'fo1_',
      'fm',
      'fw_',
      'ops_',
      'tfp_',
      'csk-',
      'xai-',
      'tvly-',
      'pplx-',
      'nvapi-',
      'AKCp',
      'HRKU-',
    ],
    String.raw`(?:(?:gsk|r8|do[opr]_v1|shp(?:at|ss|ca|pa)|lin_(?:api|oauth)|ntn|secret|fig[dou]|glsa|glc|sntry[su]|rubygems|dckr_[po]at|lsv2_[ps][tk]|pcsk|sbp|sb_secret|pscale_(?:tkn|oauth|pw)|nfp|rnd|fo1|fm[12][ar]?|fw|ops|tfp)_|(?:csk|xai|tvly|pplx|nvapi|HRKU)-|AKCp)[A-Za-z0-9_-]{20,}`,
  ),
];

/** `sk-` begins words, too: one stretch of it must be long, and something in it a digit. */
function isSecretKey(text: string): boolean {
  return /\d/.test(text) && (/[A-Za-z0-9]{12}/.test(text) || /^sk-[a-z]{2}-/.test(text));
}

/** Letters of both sizes, or a digit among them: no word in small letters. */
function isMixed(text: string): boolean {
  return /\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text));
}
