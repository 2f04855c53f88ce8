import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#server/db.ts'
import { installationKey } from '#server/session.ts'

/** Time limit for logging in at the provider, in ms. */
const maxMs = 600_000

/** Values that the provider's response is checked against. */
const StartedLogin = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
})
export type StartedLogin = z.infer<typeof StartedLogin>

async function sign({ write }: Database, text: string) {
  const key = await write((db) => installationKey(db, 'oidc'))
  return createHmac('sha256', key).update(text).digest('base64url')
}

/**
 * Returns the signed data that the browser keeps while the person logs in at the provider. Other browsers
 * don't have this data, so a link can't log anyone in to a stranger's account.
 */
export async function keepLogin(db: Database, login: Omit<StartedLogin, 'until'>) {
  const text = Buffer.from(JSON.stringify({ ...login, until: Date.now() + maxMs })).toString('base64url')
  return `${text}.${await sign(db, text)}`
}

/** Reads the data that a browser has kept. Returns null if the data has expired or wasn't signed by us. */
export async function readKept(db: Database, kept: string): Promise<StartedLogin | null> {
  const [text = '', given = ''] = kept.split('.')
  const [signature, own] = [Buffer.from(given), Buffer.from(await sign(db, text))]
  if (signature.length !== own.length || !timingSafeEqual(signature, own)) return null
  const login = StartedLogin.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return login.until < Date.now() ? null : login
}
