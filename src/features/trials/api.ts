import { LanguageName } from '#features/accounts/rules.ts'
import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { parentFields } from '#features/students/parents/fields.ts'
import { studentFields } from '#features/students/fields.ts'
import { get, Nothing, post } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { Phone } from '#shared/entries.ts'
import { Token } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'

/** A seat that is free for a trial. */
const TrialSeat = record('TrialSeat', {
  classId: Id,
  className: z.string(),
  subject: Subject,
  on: Day,
  time: Time,
  endTime: Time,
})
export type TrialSeat = z.infer<typeof TrialSeat>

const TrialSeatKey = z.strictObject({ classId: Id, on: Day })
export type TrialSeatKey = z.output<typeof TrialSeatKey>

/**
 * Name, phone and email of a center, for families. Phone and email are empty if the center hasn't entered
 * them.
 */
const contacts = {
  name: z.string(),
  phone: z.string(),
  /** Phone number in the usual format of its country. */
  phoneInWords: z.string(),
  email: z.string(),
}

/** Fields of a request. They are stored until the request is confirmed or three days old. */
export const TrialRequest = z.strictObject({
  parent: z.strictObject({
    firstName: parentFields.firstName.check,
    lastName: parentFields.lastName.check,
    email: parentFields.email.check,
    phone: Phone.default(''),
    /** Language of the form, for messages; English if omitted. */
    language: LanguageName.optional(),
  }),
  child: z.strictObject({
    firstName: studentFields.firstName.add,
    lastName: studentFields.lastName.add,
    grade: studentFields.grade.add,
  }),
  subject: Subject,
  /** Null if no time fits. The center then gets in touch. */
  seat: TrialSeatKey.nullable(),
})
export type TrialRequest = z.output<typeof TrialRequest>

/** Public trial form of a center that has switched it on. No account is needed. */
export const trials = {
  /**
   * Returns the form. Responds with 404 unless the center has switched it on. `isOpen` is false for an
   * archived center, which accepts no requests. `seats` are free within the next three weeks. `issued` is the
   * signed time at which the form was opened.
   */
  form: get('/trial-forms/:name', {
    who: 'trials.ask',
    input: z.object({ name: CenterName }),
    output: z.object({
      ...contacts,
      isOpen: z.boolean(),
      subjects: z.array(Subject),
      seats: z.array(TrialSeat),
      issued: z.string(),
    }),
  }),
  /**
   * Stores a request and emails a link to confirm it. The response is the same for every email address.
   * Nothing happens if `website`, a field that people don't see, is filled in. Responds with 409 `not_taking`
   * or `seat_gone`; with 422 `too_fast` within three seconds of opening the form, or `form_expired` a day
   * later; and with 429 if the limit for an IP address, email address or center is exceeded.
   */
  ask: post('/trial-forms/:name/requests', {
    who: 'trials.ask',
    once: true,
    input: TrialRequest.extend({
      name: CenterName,
      issued: Token,
      website: z.string().max(1000).default(''),
      /** The family's consent to the center storing what they typed. */
      consent: z.literal(true),
    }),
    output: Nothing,
  }),
  /**
   * Returns the request that a link confirms, with the seats that are free now. Responds with 400
   * `token_invalid` if the request was confirmed or is three days old, or if the center no longer accepts
   * requests.
   */
  link: post('/trial-requests/link', {
    who: 'trials.ask',
    effect: 'reads',
    input: z.object({ token: Token }),
    output: z.object({
      ...contacts,
      firstName: z.string(),
      subject: Subject,
      /** The requested seat if it is still free. */
      seat: TrialSeat.nullable(),
      /** True if the requested seat is no longer free. */
      isGone: z.boolean(),
      seats: z.array(TrialSeat),
    }),
  }),
  /**
   * Adds the child as a prospect with the parent, and books the seat. Responds with 409 `seat_gone` if
   * somebody else has taken the seat; nothing is added then, and another seat can be chosen. Responds with
   * 409 `email_taken` if the email address belongs to an account that isn't a parent's.
   */
  confirm: post('/trial-requests/confirmation', {
    who: 'trials.ask',
    once: true,
    input: z.object({ token: Token, seat: TrialSeatKey.nullable() }),
    output: z.object({ ...contacts, firstName: z.string(), seat: TrialSeat.nullable() }),
  }),
}
