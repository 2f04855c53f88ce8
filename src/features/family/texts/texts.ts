import { randomInt, timingSafeEqual } from 'node:crypto'
import { phoneIn } from '#features/centers/phones.ts'
import { record } from '#server/audit.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import { addJob } from '#server/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { smsProvider } from '#server/sms.ts'
import { countTry } from '#server/throttle.ts'
import { notFound, refused, tooMany } from '#shared/problem.ts'
import { countryOfParent, lockPerson } from '../queries.ts'
import type { texts } from './api.ts'
import { codeHash } from './code-hash.ts'
import { confirmNumber, countWrongCode, dropNumber, numberOf, putNumber } from './queries.ts'

/** Maximum number of tries for each code. */
const maxTries = 5
/** Limit on codes per person and day, because each is texted to a number that may be a stranger's. */
const codesFor = (personId: string) => ({ subject: `text codes ${personId}`, most: 5, seconds: 86_400 })

/** Returns the phone number to which the signed-in parent gets text messages. */
export async function ownTexts({ db, actor }: ActionCall, settings: Settings) {
  const [row] = await numberOf(db, actor.id)
  return {
    isAvailable: smsProvider(settings) !== null,
    phone: row?.phone ?? null,
    isConfirmed: row?.isConfirmed ?? false,
  }
}

/** Stores a new number of the caller, and sends a code to it. */
export async function beginTexts(
  call: ActionCall,
  { phone: typed }: HandlerInput<(typeof texts)['begin']>,
  settings: Settings,
) {
  const { db, actor } = call
  if (!smsProvider(settings)) throw notFound()
  const [center] = await countryOfParent(db, actor.id)
  const phone = phoneIn(center?.country ?? 'US', { phone: typed, stored: '' })
  if (phone === '') throw refused('no_phone', 'Enter your mobile number.', '/phone')
  await lockPerson(db, actor.id)
  const wait = await countTry(db, codesFor(actor.id))
  if (wait > 0) throw tooMany(wait)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const personId = actor.id
  await putNumber(db, { personId, phone, codeHash: codeHash(code, { personId, phone }) })
  await addJob(db, 'text-code', { personId, phone, code })
  return await ownTexts(call, settings)
}

/** Confirms the caller's number, or counts the code as wrong. */
export async function confirmTexts(
  call: ActionCall,
  { code }: HandlerInput<(typeof texts)['confirm']>,
  settings: Settings,
) {
  const { db, actor } = call
  const [row] = await numberOf(db, actor.id, { lock: true })
  const isRight =
    row !== undefined &&
    row.codeHash !== null &&
    row.isInTime &&
    row.tries < maxTries &&
    timingSafeEqual(row.codeHash, codeHash(code, { personId: actor.id, phone: row.phone }))
  if (isRight) {
    await confirmNumber(db, actor.id)
    record(db, actor, { action: 'texts.begin', entity: actor.id })
  } else await countWrongCode(db, actor.id)
  return { ...(await ownTexts(call, settings)), isRight }
}

/** Turns off the caller's text messages. */
export async function endTexts(call: ActionCall, settings: Settings) {
  const { db, actor } = call
  const [row] = await dropNumber(db, actor.id)
  if (row) record(db, actor, { action: 'texts.end', entity: actor.id })
  return await ownTexts(call, settings)
}
