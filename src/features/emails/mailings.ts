import { withId } from '#server/records.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { v7 as newId } from 'uuid'
import { emailTemplates } from '#features/accounts/defaults/defaults.ts'
import { daysBetween } from '#features/schedule/days/clashes.ts'
import { filterWords } from '#features/students/rules.ts'
import { zoneOf } from '#features/centers/queries.ts'
import { dateInWords, momentsAt } from '#shared/day-text.ts'
import { conflict, forbidden, notFound, refused, tooMany } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { logAccess } from '#server/access-log.ts'
import { type CenterId, demandStepUp } from '#server/gate.ts'
import { pagesOf } from '#server/list-file.ts'
import { requeueMailing, queueMails } from '#server/mail.ts'
import type { Settings } from '#server/settings.ts'
import { notifyAdmins } from '#server/export-guard.ts'
import type { Audience, emails } from './api.ts'
import {
  classNamed,
  familiesFound,
  familiesInClass,
  familiesOnDays,
  familiesOf,
  lockMailings,
  mailingCount,
  type MailingRow,
  mailingsPage,
  mailsOfHour,
  putMailing,
} from './queries.ts'
import {
  classPlaceholders,
  type FamilyRow,
  mailingColumns,
  messageFor,
  placeholders,
  type Recipient,
  alike,
  maxForOperators,
  maxOfDays,
  maxRecipients,
  maxWithoutReauth,
  recipientsOf,
  strayMark,
  type Words,
} from './rules.ts'

/** Families that a message is for, a description of them, and the class and date for placeholders. */
type AddressedFamilies = { rows: readonly FamilyRow[]; about: string; words: Pick<Words, 'class' | 'date'> }

/**
 * Finds the families of an audience. Throws 404 for a student or class of another center, and 422 for an
 * invalid range of days.
 */
async function addressed(db: Db, center: CenterId, audience: Audience): Promise<AddressedFamilies> {
  if ('studentIds' in audience) {
    const ids = new Set(audience.studentIds)
    const rows = await familiesOf(db, center, [...ids])
    if (new Set(rows.map(({ studentId }) => studentId)).size < ids.size) throw notFound()
    return { rows, about: counted(ids.size, 'student'), words: {} }
  }
  if ('classId' in audience) {
    const { name } = one(await classNamed(db, center, audience.classId), notFound)
    const date = dateInWords(audience.date)
    return {
      rows: await familiesInClass(db, center, audience),
      about: `${name}, ${date}`,
      words: { class: name, date },
    }
  }
  if ('date' in audience) {
    const { date: from, until = from } = audience
    daysBetween(from, until, '/audience/until')
    const date = until === from ? dateInWords(from) : `${dateInWords(from)} to ${dateInWords(until)}`
    return {
      rows: await familiesOnDays(db, center, { date: from, until }),
      about: `All classes, ${date}`,
      words: { date },
    }
  }
  const about = [filterWords[audience.filter], audience.subject].filter(Boolean).join(', ')
  return { rows: await familiesFound(db, center, audience), about, words: {} }
}

type MessageText = { template?: string | undefined; subject?: string | undefined; body?: string | undefined }

/**
 * Returns the subject and body, taken from the template if omitted. Throws 422 if one is empty or has a
 * placeholder that can't be filled in.
 */
function writtenBy({ template, subject, body }: MessageText, { words }: AddressedFamilies) {
  const known = emailTemplates.find(({ name }) => name === template)
  const text = { subject: subject ?? known?.subject, body: body ?? known?.body }
  if (!text.subject) throw refused('empty', 'Write a subject.', '/subject')
  if (!text.body) throw refused('empty', 'Write a message.', '/body')
  const names = [...placeholders, ...classPlaceholders.filter((name) => words[name] !== undefined)]
  for (const field of ['subject', 'body'] as const) {
    const stray = strayMark(text[field] ?? '', names)
    const choice = names.map((name) => `{{${name}}}`).join(', ')
    if (stray)
      throw refused('placeholder', `${stray} can’t be filled in here. You can use: ${choice}.`, `/${field}`)
  }
  return { subject: text.subject, body: text.body }
}

type RecipientCount = { center: CenterId; count: number; isOperator: boolean; most: number }

/**
 * Throws 422 if there are no recipients or more than `most`, 403 if an operator writes to more than
 * `maxForOperators`, and 429 if the center would send more than `most` emails within an hour.
 */
async function refuseTooMany(db: Db, { center, count, isOperator, most }: RecipientCount) {
  if (count === 0) throw refused('nobody', 'No one would get this message.', '/audience')
  if (isOperator && count > maxForOperators)
    throw forbidden('managers_only', `Only a manager can email more than ${maxForOperators} parents at once.`)
  if (count > most)
    throw refused(
      'too_many_recipients',
      `You can email at most ${most} parents at once. Please choose fewer.`,
      '/audience',
    )
  await lockMailings(db, center)
  const [hour] = await mailsOfHour(db, center)
  if (hour && hour.count + count > most)
    throw tooMany(
      Math.max(1, hour.seconds ?? 1),
      `A center can email up to ${most} parents per hour. Please send this later.`,
    )
}

const previewed = 3

/**
 * Sends a message to families, or only returns a preview (`dryRun`). For many recipients, throws 403 `reauth`
 * if the password wasn't entered recently, and 403 `managers_only` to an operator. Throws 422 if there are no
 * recipients, too many of them, or placeholders that can't be filled in. Throws 429 if the center would
 * exceed its hourly limit.
 */
export async function sendMailing(
  { db, actor, center }: CenterCall,
  input: HandlerInput<(typeof emails)['send']>,
  settings: Settings,
) {
  const { audience, dryRun, ...said } = input
  const to = await addressed(db, center, audience)
  const text = writtenBy(said, to)
  const { recipients, excluded } = recipientsOf(to.rows)
  const words = { ...to.words, center }
  const messageTo = (recipient: Recipient) => ({ ...recipient, ...messageFor(text, recipient, words) })
  const preview = recipients.slice(0, previewed).map(messageTo)
  const outcome = { mailing: null, about: to.about, recipients, preview, excluded }
  if (dryRun) return outcome
  if (recipients.length > maxWithoutReauth) await demandStepUp(db, actor)
  const most = 'date' in audience ? maxOfDays : maxRecipients
  await refuseTooMany(db, { center, count: recipients.length, isOperator: actor.kind === 'operator', most })
  const id = newId()
  const written = alike(text, words)
  await putMailing(db, center, {
    id,
    ...written,
    audience: { ...audience, about: to.about, template: said.template },
    by: actor.id,
  })
  const mailing = { center, id }
  const messages = recipients.map(messageTo).map(({ parentId, email, subject, body }) => ({
    personId: parentId,
    to: email,
    subject,
    body,
    purpose: 'family' as const,
    center,
    mailing,
  }))
  await queueMails(db, settings, messages)
  const reached = new Set(recipients.map(({ parentId }) => parentId))
  const students = to.rows
    .filter(({ parentId }) => parentId !== null && reached.has(parentId))
    .map(({ studentId }) => studentId)
  await logAccess(db, { students, by: actor, how: 'mail' })
  record(db, actor, {
    action: 'emails.send',
    entity: id,
    center,
    after: { ...text, audience, recipients: recipients.length },
  })
  if (recipients.length > maxWithoutReauth)
    await notifyAdmins(db, {
      by: actor.id,
      event: { kind: 'mailing', subject: text.subject, parents: recipients.length },
      center,
    })
  const [sent] = (await mailingsPage(db, center, { id })).rows
  return { ...outcome, mailing: sent ? withId(sent) : null }
}

/** Returns a page of a center's messages, newest first. */
export async function mailings({ db, center }: CenterCall, input: HandlerInput<(typeof emails)['list']>) {
  const { rows, after } = await mailingsPage(db, center, { after: input.after ?? null })
  return { mailings: rows.map(withId), after }
}

/** Returns all of a center's messages for an export file, page by page. */
export async function mailingList(db: Db, center: CenterId) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const { count } = one(await mailingCount(db, center), notFound)
  const pages = pagesOf<MailingRow>(
    async (last) => (await mailingsPage(db, center, { after: last?.id ?? null })).rows,
  )
  return { name: 'messages' as const, columns: mailingColumns(momentsAt(timeZone)), count, pages }
}

/** Resends the failed emails of a message. Throws 409 if there are none. */
export async function resendMailing({ db, actor, center }: CenterCall, id: string, settings: Settings) {
  one((await mailingsPage(db, center, { id })).rows, notFound)
  const again = await requeueMailing(db, settings, { center, id })
  if (again === 0) throw conflict('nothing_failed', 'None of this message’s emails failed.')
  record(db, actor, { action: 'emails.resend', entity: id, center, after: { again } })
  return withId(one((await mailingsPage(db, center, { id })).rows, notFound))
}
