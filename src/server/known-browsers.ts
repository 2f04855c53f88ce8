import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from './db.ts'
import { installationKey } from './session.ts'

/**
 * Proofs that a browser has signed in to accounts before, one per account, stored in a cookie. Somebody who
 * guesses at an account's password can't lock out a browser that has a proof for that account (`signInsTo`).
 * The signature covers the account's password hash, so a proof becomes invalid when the password changes. A
 * proof contains no name and grants no access.
 */
export type KnownBrowser = readonly string[]

/** Maximum number of accounts remembered in one browser, latest first. */
const maxAccounts = 12
const days = 400
const dayMs = 86_400_000

type Account = { id: string; passwordHash: string | null }

const proofForm = /^[\da-z]{4}\.[\w-]{12}\.[\w-]{22}$/

/** Returns the signing key. `openContext` creates it at startup, because sign-ins can only read it. */
const browserKey = (db: Db) => installationKey(db, 'browser')

const sign = (key: Buffer, head: string, { id, passwordHash }: Account) =>
  createHmac('sha256', key)
    .update(`${head}\n${id}\n${passwordHash ?? ''}`)
    .digest()
    .subarray(0, 16)

const dayOf = (now: number) => Math.floor(now / dayMs)

/** Returns the browser's id from a proof, or null if the proof isn't valid for this account. */
function nameIn(key: Buffer, proof: string, account: Account) {
  const [day = '', name = '', signature = ''] = proof.split('.')
  const given = Buffer.from(signature, 'base64url')
  const wanted = sign(key, `${day}.${name}`, account)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  return dayOf(Date.now()) - Number.parseInt(day, 36) <= days ? name : null
}

const nobody: Account = { id: '', passwordHash: null }

/**
 * Returns the id of a browser that has signed in to the account in the last `days` days and since its
 * password was set, otherwise null. Takes the same time if there is no account, so that timing doesn't reveal
 * which accounts exist.
 */
export async function browserAt(db: Db, known: KnownBrowser, account: Account = nobody) {
  if (known.length === 0) return null
  const key = await browserKey(db)
  return known.map((proof) => nameIn(key, proof, account)).find((name) => name !== null) ?? null
}

/** Returns the browser's proofs with a new one for the account to which it has just signed in. */
export async function knownFor(db: Db, known: KnownBrowser, account: Account): Promise<KnownBrowser> {
  const key = await browserKey(db)
  const head = `${dayOf(Date.now()).toString(36).padStart(4, '0')}.${randomBytes(9).toString('base64url')}`
  const proof = `${head}.${sign(key, head, account).toString('base64url')}`
  return [proof, ...known.filter((each) => nameIn(key, each, account) === null)].slice(0, maxAccounts)
}

const cookieName = (secure: boolean) => (secure ? '__Host-known' : 'known')

/** Returns the well-formed proofs in the request's cookie. */
export const knownOf = ({ cookies }: FastifyRequest, secure: boolean): KnownBrowser =>
  (cookies[cookieName(secure)] ?? '')
    .split('~')
    .filter((proof) => proofForm.test(proof))
    .slice(0, maxAccounts)

export function setKnownCookie(reply: FastifyReply, known: KnownBrowser, secure: boolean) {
  const maxAge = (days * dayMs) / 1000
  reply.setCookie(cookieName(secure), known.join('~'), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge,
  })
}
