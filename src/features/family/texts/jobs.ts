import type { Db } from '#server/db.ts'
import { addJob, type JobTools } from '#server/jobs.ts'
import { pageAddress } from '#server/mail.ts'
import { quietUntil } from '#server/quiet-hours.ts'
import { SmsNotSent, smsProvider } from '#server/sms.ts'
import { storeOutcome } from '#server/store-outcome.ts'
import { plain } from '#shared/text.ts'
import { inLanguage } from '#shared/language.ts'
import { codeHash } from './code-hash.ts'
import {
  claimText,
  dropUnreachable,
  markSent,
  nextClaim,
  numberOf,
  textOfMail,
  unclaimText,
} from './queries.ts'
import { codeWords, textWords } from './text-words.ts'

type Code = { personId: string; phone: string; code: string }

/** Runs the job that sends a code to a number, unless the code has expired or been replaced. */
export async function sendCode({ personId, phone, code }: Code, { database, settings }: JobTools) {
  const [row] = await numberOf(database.single, personId)
  const isCurrent = row?.isInTime && row.codeHash?.equals(codeHash(code, { personId, phone }))
  if (isCurrent)
    await smsProvider(settings)?.({
      to: phone,
      text: inLanguage(row.language ?? 'en', () => codeWords(code)),
    })
}

const queueText = (db: Db, mailId: string, at: Date) =>
  addJob(db, 'text', { mailId }, { key: `text ${mailId}`, at })

/**
 * Runs the job that sends a message as a text, unless the parent no longer wants it or it is too late.
 * Respects quiet hours. Claims the message before sending it, so that it isn't sent twice at the same time.
 * If the message definitely wasn't sent, the job is retried. If that is unknown, as after a crash or a
 * timeout, the message is sent once more (decision 0027).
 */
export async function sendText({ mailId }: { mailId: string }, { database, settings }: JobTools) {
  const db = database.single
  const provider = smsProvider(settings)
  const [message] = await textOfMail(db, mailId)
  if (!provider || !message || message.stopped) return
  const { personId, phone, timeZone, subject, body, center } = message
  const at = timeZone === null ? null : quietUntil(timeZone)
  if (at) return void (await queueText(db, mailId, at))
  const [claimed] = await claimText(db, mailId)
  if (!claimed) {
    const [next] = await nextClaim(db, mailId)
    if (next) await queueText(db, mailId, new Date(next.at))
    return
  }
  const home = pageAddress(settings, '')
  const text = textWords({ center, subject: plain(subject), body: plain(body), home })
  const outcome = await provider({ to: phone, text }).catch(async (error: unknown) => {
    if (error instanceof SmsNotSent) await storeOutcome(() => unclaimText(db, mailId))
    throw error
  })
  await storeOutcome(() => markSent(db, mailId))
  if (outcome === 'gone') await dropUnreachable(db, { personId, phone })
}
