// Pieces of text that give a secret away, by class: what people paste into tickets and what programs print. Each is a text around one
// drawn secret; secret-corpus.ts puts them into exchanges.

/** Draws a text of so many letters and digits; unlike a word, and never the same twice. */
export type Draw = (length: number, letters?: string) => string;

const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const url64 = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Keys that their prefixes tell, by who issues them. */
export const VENDOR_KEYS: Readonly<Record<string, (draw: Draw) => string>> = {
  'OpenAI service account': (draw) => `sk-svcacct-${draw(40)}`,
  'OpenAI admin': (draw) => `sk-admin-${draw(44)}`,
  OpenRouter: (draw) => `sk-or-v1-${draw(62, HEX)}a7`,
  Langfuse: (draw) => `sk-lf-${draw(8, HEX)}-7a${draw(2, HEX)}-4${draw(3, HEX)}-a${draw(3, HEX)}-${draw(12, HEX)}`,
  LangSmith: (draw) => `lsv2_pt_${draw(32, HEX)}_${draw(10, HEX)}`,
  'GitLab runner': (draw) => `glrt-${draw(20)}`,
  'GitLab agent': (draw) => `glagent-${draw(50)}`,
  'GitLab OAuth': (draw) => `gloas-${draw(64, HEX)}`,
  'Slack app': (draw) => `xapp-1-A0${draw(9, CAPITALS)}-${draw(13, DIGITS)}-${draw(64, HEX)}`,
  'Slack refresh': (draw) => `xoxe-1-${draw(60)}`,
  'Slack rotated': (draw) => `xoxe.xoxp-1-${draw(60)}`,
  'Stripe restricted': (draw) => `rk_live_${draw(24)}`,
  'Stripe webhook': (draw) => `whsec_${draw(32)}`,
  'Google client secret': (draw) => `GOCSPX-${draw(28)}`,
  'Google refresh': (draw) => `1//0${draw(60)}`,
  'AWS temporary': (draw) => `ASIA${draw(15, CAPITALS)}7`,
  'AWS Bedrock': (draw) => `ABSK${draw(60)}`,
  Azure: (draw) => `${draw(3)}8Q~${draw(34)}`,
  Databricks: (draw) => `dapi${draw(30, HEX)}a7`,
  DigitalOcean: (draw) => `dop_v1_${draw(64, HEX)}`,
  Atlassian: (draw) => `ATATT3xFfGF0${draw(60)}`,
  Vault: (draw) => `hvs.${draw(90)}`,
  Terraform: (draw) => `${draw(14)}.atlasv1.${draw(60)}`,
  Shopify: (draw) => `shpat_${draw(32, HEX)}`,
  Grafana: (draw) => `glsa_${draw(32)}_${draw(8, HEX)}`,
  'New Relic': (draw) => `NRAK-${draw(27, CAPITALS)}`,
  Dynatrace: (draw) => `dt0c01.${draw(24, CAPITALS)}.${draw(64, CAPITALS)}`,
  Sentry: (draw) => `sntrys_${draw(60)}`,
  Doppler: (draw) => `dp.pt.${draw(43)}`,
  Linear: (draw) => `lin_api_${draw(40)}`,
  Notion: (draw) => `ntn_${draw(46)}`,
  Figma: (draw) => `figd_${draw(40)}`,
  Airtable: (draw) => `pat${draw(14)}.${draw(64, HEX)}`,
  Postman: (draw) => `PMAK-${draw(24, HEX)}-${draw(34, HEX)}`,
  RubyGems: (draw) => `rubygems_${draw(48, HEX)}`,
  Docker: (draw) => `dckr_pat_${draw(27)}`,
  Tailscale: (draw) => `tskey-auth-${draw(17)}-${draw(31)}`,
  Mailgun: (draw) => `key-${draw(30, HEX)}a7`,
  Mailchimp: (draw) => `${draw(30, HEX)}a7-us21`,
  Square: (draw) => `sq0atp-${draw(22)}`,
  Supabase: (draw) => `sbp_${draw(40, HEX)}`,
  Pinecone: (draw) => `pcsk_${draw(60)}`,
  Replicate: (draw) => `r8_${draw(37)}`,
  Perplexity: (draw) => `pplx-${draw(48)}`,
  xAI: (draw) => `xai-${draw(80)}`,
  NVIDIA: (draw) => `nvapi-${draw(64)}`,
  Tavily: (draw) => `tvly-${draw(32)}`,
  'age key': (draw) => `AGE-SECRET-KEY-1${draw(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`,
  'Telegram bot': (draw) => `8123456789:AA${draw(33)}`,
  'Discord bot': (draw) => `MTA${draw(23)}.G${draw(5)}.${draw(38)}`,
};

/** Tokens that have a structure of their own. */
export const STRUCTURED: Readonly<Record<string, (draw: Draw) => string>> = {
  'JWE, direct key': (draw) => `${url64('{"alg":"dir","enc":"A256GCM"}')}..${draw(16)}.${draw(60)}.${draw(22)}`,
  'JWE, wrapped key': (draw) => `${url64('{"alg":"RSA-OAEP","enc":"A256GCM"}')}.${draw(80)}.${draw(16)}.${draw(60)}.${draw(22)}`,
  'SD-JWT': (draw) =>
    `${url64('{"alg":"ES256","typ":"vc+sd-jwt"}')}.${url64(`{"iss":"${draw(8)}"}`)}.${draw(86)}~${url64(`["${draw(16)}","family","${draw(12)}"]`)}~`,
  DPoP: (draw) => `${url64('{"typ":"dpop+jwt","alg":"ES256"}')}.${url64(`{"htm":"POST","jti":"${draw(16)}"}`)}.${draw(86)}`,
  Macaroon: (draw) => url64(`0021location https://a.example/\n001aidentifier ${draw(8)}\n002fsignature ${draw(32)}\n`),
  Biscuit: (draw) => `En0KEwoEMTIz${draw(12)}GAMiCQoHCAISAxiACBIkCAASI${draw(45)}${draw(90)}`,
  'SAML assertion': (draw) =>
    `<saml2:Assertion ID="_a" IssueInstant="2026-01-01T00:00:00Z"><saml2:Subject>${draw(12)}</saml2:Subject><ds:SignatureValue>${draw(86)}</ds:SignatureValue></saml2:Assertion>`,
};

/** A text around a secret that has no looks of its own. */
type Around = (secret: string) => string;

/** Names that are spelled in another way than plain. */
export const SPELLED_NAMES: Readonly<Record<string, Around>> = {
  'a letter in percents': (secret) => `a=1&%70assword=${secret}&b=2`,
  'an underscore in percents': (secret) => `grant_type=client_credentials&client%5Fsecret=${secret}`,
  'a dash in percents': (secret) => `https://a.example/?api%2Dkey=${secret}`,
  'name and value in percents twice': (secret) => `next=https%253A%252F%252Fa.example%252F%253Faccess_token%253D${secret}%2526x%253D1`,
  'an escape of JSON': (secret) => `{"pass\\u0077ord":"${secret}"}`,
  'an escape of XML': (secret) => `&quot;password&quot;:&quot;${secret}&quot;`,
  'a full name in capitals': (secret) => `PGPASSWORD=${secret}`,
};

/** What programs print of headers and metadata. */
export const PRINTED: Readonly<Record<string, Around>> = {
  'Python repr': (secret) => `{'Accept': '*/*', 'Authorization': 'Bearer ${secret}'}`,
  'Python repr of bytes': (secret) => `[(b'accept', b'*/*'), (b'x-api-key', b'${secret}')]`,
  'httpx headers': (secret) => `Headers([('host', 'a.example'), ('authorization', 'Bearer ${secret}')])`,
  'Java toString of a map': (secret) => `HttpHeaders{Accept=[*/*], Authorization=[Bearer ${secret}], Cookie=[a=b]}`,
  'Spring headers': (secret) => `[Accept:"*/*", Authorization:"Bearer ${secret}"]`,
  'Java map of a key': (secret) => `{x-api-key=${secret}, accept=*/*}`,
  'Go map': (secret) => `map[Accept:[*/*] Authorization:[Bearer ${secret}] X-Trace:[1]]`,
  'Go header literal': (secret) => `http.Header{"Accept":[]string{"*/*"}, "X-Api-Key":[]string{"${secret}"}}`,
  'Ruby hash': (secret) => `{"Accept"=>"*/*", "Authorization"=>"Bearer ${secret}"}`,
  'PHP array': (secret) => `Array ( [Accept] => */* [X-Api-Key] => ${secret} )`,
  'Node inspect': (secret) => `{ accept: '*/*', authorization: 'Bearer ${secret}' }`,
  'Rust debug': (secret) => `{"accept": "*/*", "authorization": "Bearer ${secret}"}`,
  'gRPC metadatum': (secret) => `(_Metadatum(key='user-agent', value='grpc'), _Metadatum(key='authorization', value='Bearer ${secret}'))`,
  'gRPC Go metadata': (secret) => `metadata.MD{"authorization":[]string{"Bearer ${secret}"}}`,
  'gRPC Java metadata': (secret) => `Metadata(content-type=application/grpc,authorization=Bearer ${secret},te=trailers)`,
  'W3C baggage': (secret) => `baggage: userId=alice,api_key=${secret};ttl=3,region=eu`,
  'nginx variables': (secret) => `http_authorization="Bearer ${secret}" status=200`,
  logfmt: (secret) => `level=info msg=call authorization="Bearer ${secret}" took=3ms`,
};

/** Settings and files that hold credentials. */
export const SETTINGS: Readonly<Record<string, Around>> = {
  'YAML, plain': (secret) => `server:\n  port: 80\n  password: ${secret}\n`,
  'YAML, quoted': (secret) => `auth:\n  client_secret: "${secret}"\n`,
  'YAML, folded': (secret) => `auth:\n  api_key: >-\n    ${secret}\nname: a\n`,
  'YAML, block': (secret) => `data:\n  password: |\n    ${secret}\n  other: 1\n`,
  TOML: (secret) => `[database]\nuser = "svc"\npassword = "${secret}"\n`,
  'TOML, single quotes': (secret) => `token = '${secret}'\n`,
  INI: (secret) => `[default]\naws_secret_access_key = ${secret}\nregion = eu\n`,
  'Java properties': (secret) => `spring.datasource.url=jdbc:x\nspring.datasource.password=${secret}\n`,
  environment: (secret) => `HOME=/root\nOPENAI_API_KEY=${secret}\nPATH=/bin\n`,
  'environment in a line': (secret) => `env: HOME=/root DB_PASSWORD=${secret} PATH=/bin`,
  Dockerfile: (secret) => `FROM x\nENV API_TOKEN=${secret}\nRUN y`,
  'PowerShell setting': (secret) => `$env:API_KEY = "${secret}"; run`,
  'Windows setting': (secret) => `set API_KEY=${secret}\r\nrun.exe`,
  netrc: (secret) => `machine a.example\n  login svc\n  password ${secret}\n`,
  'netrc in a line': (secret) => `machine a.example login svc password ${secret}`,
  npmrc: (secret) => `//registry.example/:_authToken=${secret}\n`,
  'npmrc, basic': (secret) => `//registry.example/:_password="${btoa(secret)}"\n`,
  pgpass: (secret) => `db.example:5432:app:svc:${secret}\n`,
  'docker config': (secret) => `{"auths":{"r.example":{"auth":"${btoa(`svc:${secret}`)}"}}}`,
  'git credentials': (secret) => `https://svc:${encodeURIComponent(secret)}@git.example\n`,
  'connection string, ADO': (secret) => `Server=db;Database=app;User Id=svc;Password=${secret};Encrypt=True`,
  'connection string, Pwd': (secret) => `Server=db;Uid=svc;Pwd=${secret};`,
  'connection string, libpq': (secret) => `host=db port=5432 user=svc password=${secret} dbname=app`,
  'connection string, Redis': (secret) => `cache.example:6380,password=${secret},ssl=True,abortConnect=False`,
  'connection string, Service Bus': (secret) => `Endpoint=sb://a.example/;SharedAccessKeyName=k;SharedAccessKey=${secret}`,
  'connection string, JDBC': (secret) => `jdbc:sqlserver://db:1433;user=svc;password=${secret};encrypt=true`,
  'URL of MongoDB': (secret) => `mongodb+srv://svc:${encodeURIComponent(secret)}@db.example/app?retryWrites=true`,
  'URL of Redis without a user': (secret) => `redis://:${encodeURIComponent(secret)}@cache.example:6379/0`,
  'URL with a token for a user': (secret) => `https://${encodeURIComponent(secret)}@git.example/a/b.git`,
};

/** Parameters that sign a URL, and URLs that are the secret. */
export const URLS: Readonly<Record<string, Around>> = {
  'S3, version 4': (secret) =>
    `https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260101T000000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=${secret}`,
  'S3, security token': (secret) => `https://b.s3.amazonaws.com/k?X-Amz-Security-Token=${secret}&X-Amz-Expires=900`,
  'S3, version 2': (secret) => `https://b.s3.amazonaws.com/k?Expires=1767225600&Signature=${secret}&AWSAccessKeyId=none`,
  'Cloud Storage': (secret) =>
    `https://storage.googleapis.com/b/k?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=900&X-Goog-Signature=${secret}`,
  'Azure SAS': (secret) => `https://a.blob.core.windows.net/c/f?sv=2024-11-04&se=2026-01-01&sr=b&sp=r&sig=${secret}`,
  CloudFront: (secret) => `https://d1.cloudfront.net/f?Expires=1767225600&Signature=${secret}&Key-Pair-Id=K2`,
  'Slack webhook': (secret) => `https://hooks.slack.com/services/T0000000/B0000000/${secret}`,
  'Slack workflow': (secret) => `https://hooks.slack.com/triggers/T0000000/123456/${secret}`,
  'Discord webhook': (secret) => `https://discord.com/api/webhooks/1234567890/${secret}`,
  'Teams webhook': (secret) => `https://a.webhook.office.com/webhookb2/1-2@3/IncomingWebhook/${secret}/4-5`,
  'Google Chat webhook': (secret) => `https://chat.googleapis.com/v1/spaces/AAA/messages?key=k&token=${secret}`,
  'reset link': (secret) => `https://a.example/reset?reset_token=${secret}`,
  'password in a query': (secret) => `https://a.example/login?user=a&password=${secret}`,
};

/** Bodies and header blocks. */
export const BODIES: Readonly<Record<string, Around>> = {
  multipart: (secret) =>
    `--b1\r\nContent-Disposition: form-data; name="user"\r\n\r\nsvc\r\n--b1\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b1--\r\n`,
  'multipart with a type': (secret) =>
    `--b1\r\nContent-Disposition: form-data; name="client_secret"\r\nContent-Type: text/plain\r\n\r\n${secret}\r\n--b1--\r\n`,
  'form, first': (secret) => `password=${secret}&user=a`,
  'form, last': (secret) => `user=a&pass=${secret}`,
  'folded Set-Cookie': (secret) => `HTTP/1.1 200 OK\r\nSet-Cookie: theme=dark;\r\n sid=${secret}; HttpOnly\r\nContent-Length: 0\r\n`,
  'folded Authorization': (secret) => `Authorization:\r\n  Bearer ${secret}\r\nAccept: */*\r\n`,
  'two cookies': (secret) => `Cookie: a=1; sid=${secret}\r\nHost: a\r\n`,
  'XML element': (secret) => `<config><user>svc</user><password>${secret}</password></config>`,
  'XML attribute': (secret) => `<add name="db" password="${secret}" />`,
  'SOAP security': (secret) => `<wsse:Password Type="x#PasswordText">${secret}</wsse:Password>`,
};
