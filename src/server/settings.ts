import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { Day } from '#shared/days.ts'

/** What whoever runs the product may set, in one place (docs/operating.md). */
export type Settings = {
  port: number
  host: string
  dataDir: string
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  demo: boolean
  publicUrl: string | null
  smtpUrl: string | null
  googleClientId: string | null
  googleIssuer: string
  googleKeysUrl: string
  googleScriptUrl: string
  contentUrl: string | null
  workers: number
  /** A fixed moment for journeys and demonstrations, `YYYY-MM-DD` or with ` HH:MM`; null: the real one. */
  today: string | null
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.join(' or ')}//`,
    )
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least, `must be ${least} or more`).max(most, `must be ${most} or less`))
const web = url('http:', 'https:')

const Env = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DEMO: z.enum(['on', 'off'], "must be 'on' or 'off'").optional(),
  PUBLIC_URL: web.optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_ISSUER: web.default('https://accounts.google.com'),
  GOOGLE_KEYS_URL: web.default('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_SCRIPT_URL: web.default('https://accounts.google.com/gsi/client'),
  CONTENT_URL: web.optional(),
  WORKERS: whole(1, 64).optional(),
  TODAY: z
    .string()
    .refine(
      (text) => Day.safeParse(text.slice(0, 10)).success && /^.{10}( ([01]\d|2[0-3]):[0-5]\d)?$/.test(text),
      "must be a day such as 2026-03-03, or with a time '2026-03-03 16:45'",
    )
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
})

/** Reads the settings. Throws one Error that names every setting that is wrong and what it must be. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = Env.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message} (it is '${given[String(issue.path[0])]}')`)
    throw new Error(`These settings can't be used:\n${lines.join('\n')}`)
  }
  const set = read.data
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL ?? null,
    demo: (set.DEMO ?? (set.DATABASE_URL ? 'off' : 'on')) === 'on',
    publicUrl: set.PUBLIC_URL ?? null,
    smtpUrl: set.SMTP_URL ?? null,
    googleClientId: set.GOOGLE_CLIENT_ID ?? null,
    googleIssuer: set.GOOGLE_ISSUER,
    googleKeysUrl: set.GOOGLE_KEYS_URL,
    googleScriptUrl: set.GOOGLE_SCRIPT_URL,
    contentUrl: set.CONTENT_URL ?? null,
    workers: set.WORKERS ?? availableParallelism(),
    today: set.TODAY ?? null,
    logLevel: set.LOG_LEVEL,
  }
}
