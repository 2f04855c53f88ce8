import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { one } from '#server/db.ts'
import { pageAddress, queueMail } from '#server/mail.ts'
import type { Settings } from '#server/settings.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { phoneInWords } from '#shared/entries.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { lockPlace, removePlace, publishPlaces } from '../places/places.ts'
import { todayAt } from '#features/centers/today.ts'
import type { makeupRequests } from './api.ts'
import { answeredRequest, confirmPlace, requestRows } from './queries.ts'

/** Returns the requested make-ups of a center for today and later. */
export const requestList = async ({ db, center }: CenterCall) =>
  await requestRows(db, center, await todayAt(db, center))

type AnsweredRequest = Awaited<ReturnType<typeof answeredRequest>>[number]

/** Returns the subject and body of the email to the parent. */
function answerMail(
  { child, className, on, time, expiresOn, phone, parent }: AnsweredRequest,
  accept: boolean,
) {
  const meeting = t('{className}, {day} at {time}', { className, day: dayInWords(on), time: clock(time) })
  const values = { parent, child, what: meeting, expiresOn: dayInWords(expiresOn) }
  if (accept)
    return {
      subject: t('Make-up confirmed: {what}', values),
      body: t('Hello {parent},\n\n{child}’s make-up is confirmed: {what}.', values),
    }
  const phoneNote = phone && `\n\n${t('Questions? Please call {phone}.', { phone: phoneInWords(phone) })}`
  return {
    subject: t('Make-up declined: {what}', values),
    body: `${t(
      'Hello {parent},\n\nUnfortunately, we can’t offer {child} this make-up: {what}. You can use the credit for another class until {expiresOn}.',
      values,
    )}${phoneNote}`,
  }
}

/** Confirms or declines a requested make-up, and emails the parent who booked it, if they have an address. */
export async function answerRequest(
  call: CenterCall,
  { placeId, accept }: HandlerInput<(typeof makeupRequests)['answer']>,
  settings: Settings,
) {
  const { actor, db, center } = call
  const { place } = await lockPlace(db, center, { id: placeId, ifMatch: null })
  if (!place.requestedBy) throw conflict('answered', 'This make-up has already been confirmed.')
  const request = one(await answeredRequest(db, center, placeId), notFound)
  if (accept) {
    await confirmPlace(db, center, placeId)
    record(db, actor, { action: 'places.confirm', entity: placeId, center, after: place })
    await publishPlaces(db, center, [place])
  } else await removePlace({ ...call, ifMatch: null }, { placeId })
  const { personId, email } = request
  if (!email) return
  const link = pageAddress(settings, '/parent/makeups')
  await queueMail(db, settings, {
    personId,
    to: email,
    purpose: 'makeup',
    center,
    words: () => {
      const { subject, body } = answerMail(request, accept)
      return { subject, body: `${body}\n\n${link}\n\n${center}\n` }
    },
  })
}
