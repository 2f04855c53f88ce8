import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from './db.ts'
import { installationKey } from './session.ts'

/**
 * Browsers that have signed in to an account before. Each has a cookie with one proof per account, so that
 * others who guess the account's password can't lock these browsers out (`signInsTo`). A proof is signed
 * together with the account's password hash. It expires with the password, names nobody, and gives no access
 * by itself.
 */
export type KnownBrowser = readonly string[]

/** Accounts remembered on a shared computer, latest first. */
const mostAccounts = 12
const days = 400
const dayMs = 86_400_000

type Account = { id: string; passwordHash: string | null }

const proofForm = /^[\da-z]{4}\.[\w-]{12}\.[\w-]{22}$/

/** Returns the signing key. `openContext` creates it, because sign-ins read it where they can't write. */
const browserKey = (db: Db) => installationKey(db, 'browser')

const sign = (key: Buffer, head: string, { id, passwordHash }: Account) =>
  createHmac('sha256', key)
    .update(`${head}\n${id}\n${passwordHash ?? ''}`)
    .digest()
    .subarray(0, 16)

const dayOf = (now: number) => Math.floor(now / dayMs)

/** Returns the browser's name from a proof for this account, or null if the proof isn't valid for it. */
function nameIn(key: Buffer, proof: string, account: Account) {
  const [day = '', name = '', signature = ''] = proof.split('.')
  const given = Buffer.from(signature, 'base64url')
  const wanted = sign(key, `${day}.${name}`, account)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  return dayOf(Date.now()) - Number.parseInt(day, 36) <= days ? name : null
}

const nobody: Account = { id: '', passwordHash: null }

/**
 * Returns the name of a browser that has signed in to the account since its password was set, otherwise null.
 * Takes the same time without an account, so that timing doesn't reveal which names exist.
 */
export async function browserAt(db: Db, known: KnownBrowser, account: Account = nobody) {
  if (known.length === 0) return null
  const key = await browserKey(db)
  return known.map((proof) => nameIn(key, proof, account)).find((name) => name !== null) ?? null
}

/** Returns the proofs of a browser after it has signed in to the account. */
export async function knownFor(db: Db, known: KnownBrowser, account: Account): Promise<KnownBrowser> {
  const key = await browserKey(db)
  const head = `${dayOf(Date.now()).toString(36).padStart(4, '0')}.${randomBytes(9).toString('base64url')}`
  const proof = `${head}.${sign(key, head, account).toString('base64url')}`
  return [proof, ...known.filter((each) => nameIn(key, each, account) === null)].slice(0, mostAccounts)
}

const cookieName = (secure: boolean) => (secure ? '__Host-known' : 'known')

/** Returns the well-formed proofs in the request's cookie. */
export const knownOf = ({ cookies }: FastifyRequest, secure: boolean): KnownBrowser =>
  (cookies[cookieName(secure)] ?? '')
    .split('~')
    .filter((proof) => proofForm.test(proof))
    .slice(0, mostAccounts)

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
