import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { Day } from '#shared/days.ts'
import { Email } from '#shared/fields.ts'
import { type BackupKeys, backupKeysOf, backupVariables, hasIdentity } from './backup-settings.ts'
import { missingForBucket } from './bucket-settings.ts'
import {
  type DatabaseUrls,
  databaseUrlsOf,
  databaseVariables,
  missingForDatabase,
} from './database-settings.ts'
import { isLoopback, isNetwork } from './networks.ts'
import { list } from './list-setting.ts'
import { url } from './url-setting.ts'
import { type OutboundHosts, outboundHostsOf, outboundVariables } from './outbound-settings.ts'
import {
  missingSettings,
  providerSecrets,
  type Providers,
  providersOf,
  providerVariables,
} from './provider-settings.ts'

/** All settings of an installation (docs/operating.md). */
export type Settings = Providers &
  BackupKeys &
  DatabaseUrls &
  OutboundHosts & {
    port: number
    host: string
    /** Folder of this database. The demo and your own data each have one under DATA_DIR. */
    dataDir: string
    /**
     * True for the demo. Its passwords are public, so it is never served at an address that others can reach.
     */
    demo: boolean
    /** Email address of the first admin, or null for none. */
    adminEmail: string | null
    publicUrl: string | null
    /**
     * Trusted proxies, as addresses or networks such as `10.0.0.0/8`. Only they can say where a request comes
     * from.
     */
    trustProxy: string[]
    smtpUrl: string | null
    /** Address that emails are sent from, or null to use `no-reply@` followed by the host of `publicUrl`. */
    mailFrom: string | null
    /** Mailbox to which mail servers return messages, or null if it isn't read. */
    bounceImapUrl: string | null
    googleClientId: string | null
    googleIssuer: string
    googleKeysUrl: string
    googleScriptUrl: string
    contentUrl: string | null
    workers: number
    /** Seconds to keep serving after a stop signal, so that a load balancer has time to notice. */
    drainSeconds: number
    /**
     * Fixed time for end-to-end tests and demonstrations: `YYYY-MM-DD`, optionally followed by ` HH:MM`. Null
     * to use the real time.
     */
    today: string | null
    /** Rate limits. `none` is for tests, which send requests faster than people do. */
    rateProfile: 'usual' | 'strict' | 'none'
    /** Staff who must also sign in with a code: all, admins and managers, or none. */
    staffMfa: 'required' | 'managers' | 'optional'
    /**
     * Key that encrypts secrets in the database, so that a copy of the database gives no access. Null if they
     * aren't encrypted.
     */
    secretsKey: string | null
    /** Origins of other pages that may call the API with the user's session. */
    allowedOrigins: string[]
    /** Folder for backups. Null if no backups are made automatically. */
    backupDir: string | null
    /** Hours between backups. */
    backupEvery: number
    /** Number of past days from which any moment can be restored, for the embedded database. 0 for none. */
    recoveryDays: number
    /**
     * Destination of the audit trail as JSON lines: `stdout` or the path of a file. `off` ends the stream;
     * null leaves it to other hosts.
     */
    auditStream: string | null
    /** Contact for reports of vulnerabilities, as a URI, or null for no `security.txt`. */
    securityContact: string | null
    /** Port for metrics, or null for none. */
    metricsPort: number | null
    metricsHost: string
    logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
    /** Address of a collector of traces (OpenTelemetry), or null if nothing is traced. */
    tracesUrl: string | null
  }

const oneOf = <T extends string>(...words: T[]) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
const whole = (least: number, most: number) => {
  const range = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,6}$/, range)
    .transform(Number)
    .pipe(z.number().min(least, range).max(most, range))
}
const web = url('http:', 'https:')
const isOrigin = (text: string) =>
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).href === `${new URL(text).origin}/`
/** URL without a path: pages are served at its root, and links in emails start with it. */
const origin = web.refine(
  (text) => !URL.canParse(text) || isOrigin(text),
  'must have no path, such as https://learn.example.com',
)

const Host = z
  .string()
  .regex(/^[\w.:%-]+$/, 'must be a host name or IP address to listen on, such as localhost or 0.0.0.0')
  .default('localhost')

/** An email address or a page, as the URI that `security.txt` needs. */
const Contact = z
  .string()
  .transform((text) => (Email.safeParse(text).success ? `mailto:${text}` : text))
  .refine(
    (text) => text.startsWith('mailto:') || (URL.canParse(text) && text.startsWith('https://')),
    'must be an email address or an address that begins with https://',
  )

const Each = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: Host,
  DATA_DIR: z.string().default('./data'),
  ...databaseVariables,
  DEMO: oneOf('on', 'off').optional(),
  ADMIN_EMAIL: Email.optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: list
    .refine(
      (all) => all.every(isNetwork),
      'must be addresses or networks such as 10.0.0.1, 172.16.0.0/12, separated by commas',
    )
    .default([]),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  BOUNCE_IMAP_URL: url('imap:', 'imaps:')
    .refine((text) => !URL.canParse(text) || new URL(text).username !== '', 'must have a user and password')
    .optional(),
  ...outboundVariables,
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_ISSUER: web.default('https://accounts.google.com'),
  GOOGLE_KEYS_URL: web.default('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_SCRIPT_URL: web.default('https://accounts.google.com/gsi/client'),
  ...providerVariables,
  CONTENT_URL: web.optional(),
  WORKERS: whole(1, 64).optional(),
  DRAIN_SECONDS: whole(0, 60).optional(),
  TODAY: z
    .string()
    .refine(
      (text) => Day.safeParse(text.slice(0, 10)).success && /^.{10}( ([01]\d|2[0-3]):[0-5]\d)?$/.test(text),
      "must be a day such as 2026-03-03, or with a time '2026-03-03 16:45'",
    )
    .optional(),
  RATE_PROFILE: oneOf('usual', 'strict').default('usual'),
  STAFF_MFA: oneOf('required', 'managers', 'optional').optional(),
  SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ALLOWED_ORIGINS: list
    .refine(
      (all) => all.every(isOrigin),
      'must be addresses without a path such as https://app.example.com, separated by commas',
    )
    .default([]),
  BACKUP_DIR: z.string().optional(),
  ...backupVariables,
  BACKUP_EVERY: whole(1, 24).default(24),
  RECOVERY_DAYS: whole(0, 35).default(7),
  AUDIT_STREAM: z.string().optional(),
  SECURITY_CONTACT: Contact.optional(),
  METRICS_PORT: whole(1, 65_535).optional(),
  METRICS_HOST: Host,
  OTEL_EXPORTER_OTLP_ENDPOINT: web.optional(),
  LOG_LEVEL: oneOf('silent', 'error', 'warn', 'info', 'debug').default('warn'),
})
const Env = Each.refine((set) => !set.SMTP_URL || set.PUBLIC_URL, {
  path: ['PUBLIC_URL'],
  message: 'must be set with SMTP_URL, because links in emails begin with it',
})
  .superRefine((set, found) => {
    for (const { name, message } of [
      ...missingForDatabase(set),
      ...missingSettings(set),
      ...missingForBucket(set),
    ])
      found.addIssue({ code: 'custom', path: [name], message })
  })
  .refine((set) => set.METRICS_PORT !== set.PORT, {
    path: ['METRICS_PORT'],
    message: 'must differ from PORT',
  })
  .refine(
    (set) => set.DEMO !== 'on' || (!set.PUBLIC_URL && set.TRUST_PROXY.length === 0 && isLoopback(set.HOST)),
    {
      path: ['DEMO'],
      message:
        "can't be on with a PUBLIC_URL, TRUST_PROXY or a HOST that others can reach, because everybody knows the demo's passwords. Leave it out to serve your own data",
    },
  )
  .refine((set) => !set.PUBLIC_URL || set.BACKUP_KEY || set.BACKUP_RECIPIENT.length > 0, {
    path: ['BACKUP_KEY'],
    message:
      'must be set with PUBLIC_URL, so that nobody can read a backup that falls into the wrong hands. Make one with: openssl rand -base64 32 (and store a copy of it away from the backups). Or set BACKUP_RECIPIENT',
  })

type Given = z.infer<typeof Env>

/**
 * True if the demo is served. The demo is for trying the product on this machine. If others can reach this
 * machine or a database is set, your own data is served unless DEMO says otherwise.
 */
const servesDemo = ({ DEMO, PUBLIC_URL, DATABASE_URL, HOST, TRUST_PROXY }: Given) =>
  DEMO === undefined
    ? !PUBLIC_URL && !DATABASE_URL && isLoopback(HOST) && TRUST_PROXY.length === 0
    : DEMO === 'on'

/**
 * Returns the folder of the database: `demo` or `own` in DATA_DIR, or DATA_DIR itself for an external
 * database. Earlier versions had one database in DATA_DIR itself. Such a database is treated as your own data
 * and stays there.
 */
function folderOf({ DATA_DIR, DATABASE_URL }: Given, demo: boolean) {
  const dataDir = resolve(DATA_DIR)
  if (DATABASE_URL || (!demo && hasEarlier(dataDir))) return dataDir
  return join(dataDir, demo ? 'demo' : 'own')
}

/** True if an earlier version left its database in this DATA_DIR. */
export const hasEarlier = (dataDir: string) => existsSync(join(dataDir, 'postgresql'))

/**
 * Returns the folder for backups, or null for an external database without BACKUP_DIR. The demo has its own,
 * because databases that share a folder remove each other's backups.
 */
function backupFolderOf(
  { BACKUP_DIR, DATABASE_URL }: Given,
  { demo, dataDir }: Pick<Settings, 'demo' | 'dataDir'>,
) {
  if (BACKUP_DIR) return resolve(demo ? join(BACKUP_DIR, 'demo') : BACKUP_DIR)
  return DATABASE_URL ? null : join(dataDir, 'backups')
}

/** Settings whose values are never printed. */
const secret = new Set(['SECRETS_KEY', 'BACKUP_KEY', ...providerSecrets])

/** Returns a value in a printable form: a URL without user and password. */
const printed = (value: string) => value.replace(/^(\w+:\/\/)?.*@/, '$1…@')

/**
 * Parses the settings. An empty setting counts as missing. Throws one Error that lists every wrong setting
 * and what it must be.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given: Record<string, string> = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const read = Env.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.map(({ path: [name], message }) => {
      const value = given[String(name)]
      const isSecret = secret.has(String(name)) || hasIdentity(value ?? '')
      const shown = value === undefined || isSecret ? '' : ` (it is '${printed(value)}')`
      return `  ${String(name)} ${message}${shown}`
    })
    throw new Error(`These settings can't be used:\n${lines.join('\n')}`)
  }
  const set = read.data
  const demo = servesDemo(set)
  const dataDir = folderOf(set, demo)
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir,
    ...databaseUrlsOf(set),
    demo,
    adminEmail: set.ADMIN_EMAIL ?? null,
    publicUrl: set.PUBLIC_URL ?? null,
    trustProxy: set.TRUST_PROXY,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM ?? null,
    bounceImapUrl: set.BOUNCE_IMAP_URL ?? null,
    ...outboundHostsOf(set),
    googleClientId: set.GOOGLE_CLIENT_ID ?? null,
    googleIssuer: set.GOOGLE_ISSUER,
    googleKeysUrl: set.GOOGLE_KEYS_URL,
    googleScriptUrl: set.GOOGLE_SCRIPT_URL,
    ...providersOf(set),
    contentUrl: set.CONTENT_URL ?? null,
    workers: set.WORKERS ?? availableParallelism(),
    drainSeconds: set.DRAIN_SECONDS ?? (set.DATABASE_URL ? 5 : 0),
    today: set.TODAY ?? null,
    rateProfile: set.RATE_PROFILE,
    staffMfa: set.STAFF_MFA ?? (demo ? 'optional' : 'managers'),
    secretsKey: set.SECRETS_KEY ?? null,
    allowedOrigins: set.ALLOWED_ORIGINS.map((each) => new URL(each).origin),
    backupDir: backupFolderOf(set, { demo, dataDir }),
    ...backupKeysOf(set),
    backupEvery: set.BACKUP_EVERY,
    // The archive needs Unix commands such as dd.
    recoveryDays: demo || set.DATABASE_URL || process.platform === 'win32' ? 0 : set.RECOVERY_DAYS,
    auditStream:
      set.AUDIT_STREAM && !['stdout', 'off'].includes(set.AUDIT_STREAM)
        ? resolve(set.AUDIT_STREAM)
        : (set.AUDIT_STREAM ?? null),
    securityContact: set.SECURITY_CONTACT ?? null,
    metricsPort: set.METRICS_PORT ?? null,
    metricsHost: set.METRICS_HOST,
    logLevel: set.LOG_LEVEL,
    tracesUrl: set.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  }
}

/**
 * Returns the settings for a command, and the command's arguments other than `--own`. `--own` means the same
 * as DEMO=off. The product and all its commands use this, so the same arguments and variables always mean the
 * same database.
 */
export function readCommand(words: readonly string[], env: Record<string, string | undefined>) {
  const rest = words.filter((word) => word !== '--own')
  const own = rest.length < words.length
  if (own && env['DEMO']?.trim() === 'on')
    throw new Error('--own and DEMO=on contradict each other. Leave one of them out.')
  return { settings: readSettings(own ? { ...env, DEMO: 'off' } : env), words: rest }
}

/** Returns a description of the chosen database, for a command's output. */
export function databaseName({
  demo,
  databaseUrl,
  dataDir,
}: Pick<Settings, 'demo' | 'databaseUrl' | 'dataDir'>) {
  const place = databaseUrl ? printed(databaseUrl) : dataDir
  return `${demo ? 'the demo' : 'your own data'} in ${place}`
}
