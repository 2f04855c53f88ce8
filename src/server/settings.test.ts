import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseName, readCommand, readSettings, type Settings } from './settings.ts'

test('without settings, the embedded database runs the demo on this machine only', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: 'localhost',
    dataDir: resolve('data/demo'),
    databaseUrl: null,
    requestsDatabaseUrl: null,
    readDatabaseUrl: null,
    pooledDatabaseUrl: null,
    demo: true,
    adminEmail: null,
    publicUrl: null,
    trustProxy: [],
    smtpUrl: null,
    mailFrom: null,
    bounceImapUrl: null,
    dkim: null,
    googleClientId: null,
    googleIssuer: 'https://accounts.google.com',
    googleKeysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    googleScriptUrl: 'https://accounts.google.com/gsi/client',
    oidc: null,
    stripe: null,
    twilio: null,
    bucket: null,
    contentUrl: null,
    workers: availableParallelism(),
    drainSeconds: 0,
    today: null,
    rateProfile: 'usual',
    staffMfa: 'optional',
    secretsKey: null,
    webhookHosts: [],
    pushHosts: [],
    allowedOrigins: [],
    backupDir: resolve('data/demo/backups'),
    backupKey: null,
    backupRecipients: [],
    backupIdentity: null,
    backupEvery: 24,
    recoveryDays: 0,
    auditStream: null,
    securityContact: null,
    metricsPort: null,
    metricsHost: 'localhost',
    logLevel: 'warn',
    tracesUrl: null,
  })
})

const live = { PUBLIC_URL: 'https://x.example', BACKUP_KEY: 'sixteen letters!' }
const own: Partial<Settings> = { demo: false, dataDir: resolve('data/own'), staffMfa: 'managers' }

test.each<[string, Record<string, string>, Partial<Settings>]>([
  [
    'an empty value counts as missing',
    { PORT: '', HOST: ' ', SMTP_URL: '', DEMO: '' },
    { port: 3000, host: 'localhost', smtpUrl: null },
  ],
  [
    'the S3 settings set the bucket for copies of backups',
    {
      S3_URL: 'https://s3.eu-central-1.amazonaws.com/copies/center',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      BACKUP_KEY: 'sixteen letters!',
      DEMO: 'off',
    },
    {
      bucket: {
        url: 'https://s3.eu-central-1.amazonaws.com/copies/center',
        region: 'eu-central-1',
        keyId: 'id',
        secret: 'secret',
      },
    },
  ],
  ['spaces around a value are ignored', { PORT: ' 8080 ', DEMO: 'off ' }, { port: 8080, demo: false }],
  ['port 0 chooses a free port', { PORT: '0' }, { port: 0 }],
  ['HOST can be an IPv6 address', { HOST: '::1' }, { host: '::1' }],
  [
    'a relative data folder becomes absolute',
    { DATA_DIR: 'there/data' },
    { dataDir: resolve('there/data/demo') },
  ],
  [
    'with an external database, there is no demo and the server drains for a load balancer',
    { DATABASE_URL: 'postgres://u:p@db/x' },
    {
      databaseUrl: 'postgres://u:p@db/x',
      dataDir: resolve('data'),
      demo: false,
      drainSeconds: 5,
      backupDir: null,
    },
  ],
  [
    'REQUESTS_DATABASE_URL gives requests their own role',
    { DATABASE_URL: 'postgres://u:p@db/x', REQUESTS_DATABASE_URL: 'postgres://r:p@db/x' },
    { databaseUrl: 'postgres://u:p@db/x', requestsDatabaseUrl: 'postgres://r:p@db/x' },
  ],
  [
    'with a pooler, whatever outlives a transaction uses the direct address',
    { DATABASE_URL: 'postgres://u:p@pooler/x', DATABASE_DIRECT_URL: 'postgres://u:p@db/x' },
    { databaseUrl: 'postgres://u:p@db/x', pooledDatabaseUrl: 'postgres://u:p@pooler/x' },
  ],
  [
    'DATABASE_READ_URL sends long reads to a replica, with the user of REQUESTS_DATABASE_URL',
    {
      DATABASE_URL: 'postgres://u:p@db/x',
      REQUESTS_DATABASE_URL: 'postgres://r:p@db/x',
      DATABASE_READ_URL: 'postgres://r:p@replica/x',
    },
    { readDatabaseUrl: 'postgres://r:p@replica/x' },
  ],
  [
    'BACKUP_DIR sets the folder for backups',
    {
      DATABASE_URL: 'postgres://u:p@db/x',
      BACKUP_DIR: 'there',
      BACKUP_EVERY: '1',
      BACKUP_KEY: 'sixteen letters!',
    },
    { backupDir: resolve('there'), backupEvery: 1, backupKey: 'sixteen letters!' },
  ],
  [
    'behind a proxy there is no demo, because others can reach it',
    { TRUST_PROXY: '127.0.0.1' },
    {
      demo: false,
      dataDir: resolve('data/own'),
      trustProxy: ['127.0.0.1'],
      staffMfa: 'managers',
      backupDir: resolve('data/own/backups'),
    },
  ],
  [
    'DEMO=on serves the demo from an external database',
    { DATABASE_URL: 'postgresql:///x?host=/run/postgresql', DEMO: 'on' },
    { demo: true },
  ],
  [
    'PUBLIC_URL may end with a slash',
    { ...live, PUBLIC_URL: 'https://learn.example.com/' },
    { publicUrl: 'https://learn.example.com/' },
  ],
  [
    'SMTP_URL may use TLS',
    { ...live, SMTP_URL: 'smtps://u:p@mail.example:465' },
    { smtpUrl: 'smtps://u:p@mail.example:465' },
  ],
  ['DEMO=off serves your own data', { DEMO: 'off' }, own],
  ['a public address serves your own data', live, own],
  ['a HOST that others can reach serves your own data', { HOST: '0.0.0.0' }, own],
  ['a HOST name in the local network serves your own data', { HOST: 'office-pc' }, own],
  [
    'a HOST that only this machine can reach serves the demo',
    { HOST: '127.0.0.1' },
    { demo: true, staffMfa: 'optional' },
  ],
  [
    'STAFF_MFA=required applies to all staff',
    { DEMO: 'off', STAFF_MFA: 'required' },
    { staffMfa: 'required' },
  ],
  ['STAFF_MFA=optional applies to nobody', { DEMO: 'off', STAFF_MFA: 'optional' }, { staffMfa: 'optional' }],
  [
    'AUDIT_STREAM streams the audit trail to a file',
    { AUDIT_STREAM: 'trail.jsonl' },
    { auditStream: resolve('trail.jsonl') },
  ],
  ['AUDIT_STREAM=off ends the stream', { AUDIT_STREAM: 'off' }, { auditStream: 'off' }],
  ['AUDIT_STREAM=stdout writes to standard output', { AUDIT_STREAM: 'stdout' }, { auditStream: 'stdout' }],
  [
    'backups of the demo have their own folder',
    { BACKUP_DIR: 'there' },
    { backupDir: resolve('there/demo') },
  ],
  [
    'backups of your own data use BACKUP_DIR itself',
    { BACKUP_DIR: 'there', DEMO: 'off' },
    { backupDir: resolve('there') },
  ],
  [
    'ALLOWED_ORIGINS are read as origins',
    { ALLOWED_ORIGINS: 'https://a.example/, http://b.example:81' },
    { allowedOrigins: ['https://a.example', 'http://b.example:81'] },
  ],
  [
    'CONTENT_URL allows pictures from another host',
    { CONTENT_URL: 'https://content.example' },
    { contentUrl: 'https://content.example' },
  ],
  ['TODAY may be a day', { TODAY: '2026-03-03' }, { today: '2026-03-03' }],
  ['TODAY may be a day with a time', { TODAY: '2026-03-03 16:45' }, { today: '2026-03-03 16:45' }],
])('%s', (_, env, want) => expect(readSettings(env)).toMatchObject(want))

const web = 'must be an address that begins with http:// or https://'
const database = 'must be an address that begins with postgres:// or postgresql://'
const mail = 'must be an address that begins with smtp:// or smtps://'
const proxies = 'must be addresses or networks such as 10.0.0.1, 172.16.0.0/12, separated by commas'
const day = "must be a day such as 2026-03-03, or with a time '2026-03-03 16:45'"

const origins = 'must be addresses without a path such as https://app.example.com, separated by commas'

test('a DKIM key is read as text, with line breaks as \\n, or from a file', () => {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'dkim.pem'), pem)
  const dkim = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'mail' }
  for (const key of [pem, pem.replaceAll('\n', String.raw`\n`), join(folder, 'dkim.pem')])
    expect(readSettings({ ...dkim, DKIM_KEY: key }).dkim).toEqual({
      domainName: 'example.com',
      keySelector: 'mail',
      privateKey: pem,
    })
})

describe('these settings are refused with advice:', () => {
  test.each([
    ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '3e3', 'must be a whole number from 0 to 65535'],
    ['HOST', 'my host', 'must be a host name or IP address to listen on, such as localhost or 0.0.0.0'],
    [
      'HOST',
      'http://localhost',
      'must be a host name or IP address to listen on, such as localhost or 0.0.0.0',
    ],
    ['OIDC_ISSUER', 'http://login.example.com', 'must be an address that begins with https://'],
    [
      'OIDC_ISSUER',
      'https://login.microsoftonline.com/common/v2.0',
      'must be the issuer of your own organization. Anybody can get an account at an issuer for all organizations',
    ],
    ['STRIPE_URL', 'http://api.stripe.com', 'must be an address that begins with https://'],
    ['DATABASE_URL', 'localhost', database],
    ['DATABASE_URL', 'mysql://db/x', database],
    ['DEMO', 'yes', 'must be on or off'],
    ['ADMIN_EMAIL', 'ann', 'must be an email address such as ann@example.com'],
    ['PUBLIC_URL', 'learn.example.com', web],
    ['PUBLIC_URL', 'https://example.com/learn', 'must have no path, such as https://learn.example.com'],
    ['TRUST_PROXY', 'true', proxies],
    ['TRUST_PROXY', '10.0.0.1,', proxies],
    ['TRUST_PROXY', '0.0.0.0/0', proxies],
    ['TRUST_PROXY', '10.0.0.0/33', proxies],
    ['TRUST_PROXY', 'proxy.example', proxies],
    ['SMTP_URL', 'mail.example:25', mail],
    ['SMTP_URL', 'https://mail.example', mail],
    ['MAIL_FROM', 'maple', 'must be an email address such as ann@example.com'],
    ['BOUNCE_IMAP_URL', 'pop3://mail.example', 'must be an address that begins with imap:// or imaps://'],
    ['BOUNCE_IMAP_URL', 'imaps://mail.example', 'must have a user and password'],
    ['DKIM_DOMAIN', 'example', 'must be a domain such as example.com'],
    ['DKIM_SELECTOR', 'mail.2026', 'must be a name such as mail2026'],
    ['GOOGLE_ISSUER', 'accounts.google.com', web],
    ['GOOGLE_KEYS_URL', '/certs', web],
    ['GOOGLE_SCRIPT_URL', 'javascript:alert(1)', web],
    ['CONTENT_URL', '/pictures', web],
    ['WORKERS', '0', 'must be a whole number from 1 to 64'],
    ['WORKERS', '65', 'must be a whole number from 1 to 64'],
    ['WORKERS', 'all', 'must be a whole number from 1 to 64'],
    ['TODAY', '2026-02-30', day],
    ['TODAY', '2026-03-03 24:00', day],
    ['TODAY', 'tomorrow', day],
    ['RATE_PROFILE', 'loose', 'must be usual or strict'],
    ['STAFF_MFA', 'on', 'must be required, managers or optional'],
    ['ALLOWED_ORIGINS', '*', origins],
    ['ALLOWED_ORIGINS', 'https://a.example/path', origins],
    ['METRICS_PORT', '0', 'must be a whole number from 1 to 65535'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4318',
      'must be an address that begins with http:// or https://',
    ],
    ['LOG_LEVEL', 'loud', 'must be silent, error, warn, info or debug'],
  ])('%s=%s', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      `These settings can't be used:\n  ${name} ${sentence} (it is '${value}')`,
    )
  })

  const s3 = { S3_URL: 'https://s3.example/copies', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  test.each<[string, Record<string, string>, string]>([
    [
      'a secret key',
      { S3_SECRET_ACCESS_KEY: '' },
      'S3_SECRET_ACCESS_KEY must be set with the other S3 settings',
    ],
    ['a bucket name', { S3_URL: 'https://s3.example' }, 'S3_URL must be an address that .*https:'],
    [
      'encryption in transit',
      { S3_URL: 'http://s3.example/copies' },
      'S3_URL must be an address that .*https:',
    ],
    ['a backup key', { BACKUP_KEY: '' }, 'BACKUP_KEY must be set with S3_URL'],
    [
      'a backup folder',
      { DATABASE_URL: 'postgres://db/x' },
      'BACKUP_DIR must be set with S3_URL and DATABASE_URL',
    ],
  ])('a bucket for backups without %s', (_, change, sentence) => {
    const env = { ...s3, BACKUP_KEY: 'sixteen letters!', ...change }
    expect(() => readSettings(env)).toThrow(new RegExp(`^These settings can't be used:\n  ${sentence}`))
  })

  test('several unusable values, each listed with its advice', () => {
    expect(() => readSettings({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'info' })).toThrow(
      /^These settings .*:\n {2}PORT .*\n {2}DEMO .*$/,
    )
  })

  test('a DKIM key that can’t sign, without showing it', () => {
    const other = generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    const dkim = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'mail' }
    for (const key of ['/no/such/file', '-----BEGIN PRIVATE KEY-----', other])
      expect(() => readSettings({ ...dkim, DKIM_KEY: key })).toThrow(
        /:\n {2}DKIM_KEY must be an RSA private key of at least 1024 bits in PEM format, or the path of a file that holds one$/,
      )
  })

  test('a part of the DKIM settings without the others', () => {
    expect(() => readSettings({ DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'mail' })).toThrow(
      /:\n {2}DKIM_KEY must be set with the other DKIM settings, because signing needs all three$/,
    )
  })

  test('SMTP_URL without PUBLIC_URL', () => {
    expect(() => readSettings({ SMTP_URL: 'smtp://mail.example' })).toThrow(
      /^These settings can't be used:\n {2}PUBLIC_URL must be set with SMTP_URL, because links in emails begin with it$/,
    )
  })

  test.each([
    ['a public address', live],
    ['a HOST that others can reach', { HOST: '0.0.0.0' }],
    ['a proxy in front of it', { TRUST_PROXY: '127.0.0.1' }],
  ])('the demo with %s, because its passwords are public', (_, env) => {
    expect(() => readSettings({ ...env, DEMO: 'on' })).toThrow(
      /^These settings can't be used:\n {2}DEMO can't be on with .* your own data \(it is 'on'\)$/,
    )
  })

  test('PUBLIC_URL without BACKUP_KEY, with a command to make one', () => {
    expect(() => readSettings({ PUBLIC_URL: live.PUBLIC_URL })).toThrow(
      /^These settings can't be used:\n {2}BACKUP_KEY must be set with PUBLIC_URL, .* openssl rand -base64 32/,
    )
  })

  test('a public key with a typo (a valid one can replace BACKUP_KEY)', () => {
    const recipient = 'age13d3rj4ahwsy0qgc86e83032v3ff3x3rcla6af0jew4p3kfmlrvvqtztl3g'
    const publicly = { PUBLIC_URL: 'https://x.example', BACKUP_IDENTITY: 'key.txt' }
    expect(readSettings({ ...publicly, BACKUP_RECIPIENT: ` ${recipient}  ${recipient}` })).toMatchObject({
      backupKey: null,
      backupRecipients: [recipient, recipient],
      backupIdentity: resolve('key.txt'),
    })
    expect(() => readSettings({ ...publicly, BACKUP_RECIPIENT: recipient.replace('d3rj', 'd3rk') })).toThrow(
      /BACKUP_RECIPIENT must be public keys of age .* age-keygen -o key.txt/,
    )
  })

  test.each(['BACKUP_RECIPIENT', 'BACKUP_IDENTITY', 'PORT'])(
    'a secret key in %s, without printing it',
    (name) => {
      const identity = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
      for (const value of [identity, identity.toLowerCase(), `keys/${identity}`]) {
        const read = () => readSettings({ [name]: value })
        expect(read).toThrow(`${name} must`)
        expect(read).not.toThrow(/qqq/i)
      }
    },
  )

  test('a secret key in place of the path of its file', () => {
    expect(() => readSettings({ BACKUP_IDENTITY: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` })).toThrow(
      /BACKUP_IDENTITY must be the path of a file with the secret key, not the key itself$/,
    )
  })

  test('one port for two purposes', () => {
    expect(() => readSettings({ METRICS_PORT: '3000' })).toThrow(
      "METRICS_PORT must differ from PORT (it is '3000')",
    )
  })

  test.each([
    ['without REQUESTS_DATABASE_URL', {}],
    ['as the owner', { REQUESTS_DATABASE_URL: 'postgres://requests:p@db/x' }],
  ])('reading from a replica %s', (_, more) => {
    const urls = {
      DATABASE_URL: 'postgres://owner:p@db/x',
      DATABASE_READ_URL: 'postgres://owner:p@replica/x',
    }
    expect(() => readSettings({ ...urls, ...more })).toThrow(
      /DATABASE_READ_URL must be set with REQUESTS_DATABASE_URL and have the same user/,
    )
  })

  test('unusable values, without printing the passwords in them', () => {
    expect(() => readSettings({ SECRETS_KEY: 'too-short-a-key' })).toThrow(
      /SECRETS_KEY must have at least 32 characters$/,
    )
    expect(() => readSettings({ DATABASE_URL: 'mysql://us:se/cr@et@db/x' })).toThrow(
      "(it is 'mysql://…@db/x')",
    )
    expect(() => readSettings({ SMTP_URL: 'us:secret@mail.example' })).toThrow("(it is '…@mail.example')")
  })
})

test('a database that an earlier version left in DATA_DIR counts as your own data, and the demo has another', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-settings-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'postgresql'))
  expect(readSettings({ DATA_DIR: dataDir, DEMO: 'off' })).toMatchObject({
    dataDir,
    backupDir: join(dataDir, 'backups'),
  })
  expect(readSettings({ DATA_DIR: dataDir })).toMatchObject({ dataDir: join(dataDir, 'demo') })
})

test('--own means DEMO=off, and other arguments are passed on', () => {
  const { settings, words } = readCommand(['--own', 'file'], {})
  expect([settings.demo, words]).toEqual([false, ['file']])
  expect(databaseName(settings)).toBe(`your own data in ${resolve('data/own')}`)
  expect(databaseName(readCommand([], {}).settings)).toBe(`the demo in ${resolve('data/demo')}`)
  expect(databaseName(readSettings({ DATABASE_URL: 'postgres://us:secret@db/x' }))).toBe(
    'your own data in postgres://…@db/x',
  )
  expect(() => readCommand(['--own'], { DEMO: 'on' })).toThrow(
    '--own and DEMO=on contradict each other. Leave one of them out.',
  )
})
