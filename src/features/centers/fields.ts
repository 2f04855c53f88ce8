import { z } from 'zod'
import { among, count, quoted, text } from '#features/history/change-words.ts'
import { Phone, phoneInWords } from '#shared/entries.ts'
import { namesOf, partOf } from '#shared/field-table.ts'
import { Country, countryName } from '#shared/countries.ts'
import { Email, Text } from '#shared/fields.ts'
import { hoursInWords, noHours, OpeningHours } from '#shared/opening-hours.ts'
import { bookingWords, MakeupBooking, MakeupRule, makeupWords, Pin, Subject } from './rules.ts'

/**
 * True for time zone names such as America/New_York, and for UTC. `Intl` also accepts offsets such as +05:00,
 * which PostgreSQL reads with the opposite sign, short names such as CET or IST, which it reads as different
 * zones, and `SystemV/…` and `US/Pacific-New`, which it doesn't know.
 */
const isZone = (name: string) => {
  if (!/^(?:UTC$|(?!SystemV\/|US\/Pacific-New$)[a-z]+\/)/i.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** An IANA time zone. */
const TimeZone = z.string().max(60).refine(isZone, 'must be a time zone such as America/New_York')

/** Email address that may be left empty. */
const EmailOrNone = z
  .string()
  .transform((typed) => typed.trim())
  .refine(
    (typed) => typed === '' || Email.safeParse(typed).success,
    'must be an email address such as ann@example.com',
  )

const isWebsite = (typed: string) =>
  /^(https?:\/\/)?([a-z\d][\w-]*\.)+[a-z][a-z\d-]*[a-z\d]([/?#][^\s<>"]*)?$/i.test(typed)

/** Web address that may be left empty, with or without `https://`. */
const WebsiteOrNone = z
  .string()
  .max(200, 'must have at most 200 characters')
  .transform((typed) => typed.trim())
  .refine((typed) => typed === '' || isWebsite(typed), 'must be a web address such as www.example.com')

/** Color as `#rrggbb`, or '' for none. */
const Color = z
  .string()
  .regex(/^(#[\da-f]{6})?$/i, 'must be a color such as #0f766e')
  .transform((typed) => typed.toLowerCase())

/** Fields of a center. The properties of each field are explained in `#features/students/fields.ts`. */
export const centerFields = {
  address: { ...line(200), column: 'address', privacy: 'public', label: 'Address', history: ['the address'] },
  city: { ...line(100), column: 'city', privacy: 'public', label: 'City', history: ['the city'] },
  state: { ...line(50), column: 'state', privacy: 'public', label: 'State', history: ['the state'] },
  zip: { ...line(20), column: 'zip', privacy: 'public', label: 'ZIP code', history: ['the ZIP code'] },
  /** Country assumed for phone numbers without a country code. */
  country: {
    check: Country,
    add: Country.default('US'),
    stored: z.string(),
    column: 'country',
    privacy: 'public',
    label: 'Country',
    history: ['the country', (value: unknown) => countryName(text(value))],
  },
  /** Stored as E.164, or empty. Shown to families as the number to call. */
  phone: {
    check: Phone,
    add: Phone.default(''),
    stored: z.string(),
    column: 'phone',
    privacy: 'public',
    label: 'Phone',
    history: ['the phone number', (value: unknown) => phoneInWords(text(value))],
  },
  /** Shown to families as the address to write to. */
  email: {
    check: EmailOrNone,
    add: EmailOrNone.default(''),
    stored: z.string(),
    most: 254,
    column: 'email',
    privacy: 'public',
    label: 'Email',
    history: ['the email address'],
  },
  /** Shown to families in the footer of emails. */
  website: {
    check: WebsiteOrNone,
    add: WebsiteOrNone.default(''),
    stored: z.string(),
    most: 200,
    column: 'website',
    privacy: 'public',
    label: 'Website',
    history: ['the website'],
  },
  /** Color of the center's emails, `#rrggbb`. Empty for the product's default color. */
  color: {
    check: Color,
    add: Color.default(''),
    stored: z.string(),
    column: 'color',
    privacy: 'public',
    label: 'Color',
    history: ['the color'],
  },
  openingHours: {
    check: OpeningHours,
    add: OpeningHours.default(noHours),
    stored: z.array(z.string()),
    column: 'opening_hours',
    privacy: 'public',
    label: 'Opening hours',
    history: [
      'the opening hours',
      (value: unknown) => (Array.isArray(value) ? hoursInWords(value.map(text)) : ''),
    ],
  },
  timeZone: {
    check: TimeZone,
    add: TimeZone,
    stored: z.string(),
    column: 'time_zone',
    privacy: 'public',
    label: 'Time zone',
    history: ['the time zone', (value: unknown) => text(value).replaceAll('_', ' ')],
  },
  subjects: {
    check: z
      .array(Subject)
      .min(1, 'must contain at least one')
      .refine((all) => new Set(all).size === all.length, 'must not contain duplicates'),
    stored: z.array(Subject),
    column: 'subjects',
    privacy: 'public',
    label: 'Subjects',
    history: ['the subjects', (value: unknown) => (Array.isArray(value) ? value.map(text).join(', ') : '')],
  },
  makeupRule: {
    check: MakeupRule,
    stored: MakeupRule,
    column: 'makeup_rule',
    privacy: 'internal',
    label: 'A missed class earns a make-up',
    history: ['when a missed class earns a make-up', (value: unknown) => quoted(among(makeupWords)(value))],
  },
  /** Minimum number of hours before class for an absence to be reported in time. */
  noticeHours: {
    ...whole(0, 336),
    column: 'notice_hours',
    privacy: 'internal',
    label: 'Minimum notice (hours before class)',
    history: ['the notice required for an absence', count('hour')],
  },
  creditDays: {
    ...whole(1, 730),
    column: 'credit_days',
    privacy: 'internal',
    label: 'Credits are valid for (days)',
    history: ['how long a credit lasts', count('day')],
  },
  makeupBooking: {
    check: MakeupBooking,
    stored: MakeupBooking,
    column: 'makeup_booking',
    privacy: 'internal',
    label: 'Booking by parents',
    history: ['whether parents can book make-ups', (value: unknown) => quoted(among(bookingWords)(value))],
  },
  /** Maximum number of sections in proposed homework. Two half sections count as one. */
  homeworkSections: {
    ...whole(1, 6),
    column: 'homework_sections',
    privacy: 'internal',
    label: 'Sections in proposed homework',
    history: ['the number of sections in proposed homework', count('section')],
  },
  /** Maximum number of questions in a proposed warm-up. */
  warmUpQuestions: {
    ...whole(1, 5),
    column: 'warm_up_questions',
    privacy: 'internal',
    label: 'Questions in a proposed warm-up',
    history: ['the number of questions in a proposed warm-up', count('question')],
  },
  /** Questions per week that a child should answer, unless staff set another goal; 0 for no goal. */
  weeklyGoal: {
    ...whole(0, 200),
    column: 'weekly_goal',
    privacy: 'internal',
    label: 'Weekly goal (questions)',
    history: ['the weekly goal', count('question')],
  },
  /**
   * PIN of the classroom devices. Stored as a hash, so reads return only whether there is one. Null removes
   * it.
   */
  classroomPin: {
    check: Pin.nullable(),
    stored: z.boolean(),
    history: { on: 'set a PIN for the classroom devices', off: 'removed the PIN of the classroom devices' },
  },
  /** True if anybody may request a trial on a public page. */
  trialForm: {
    check: z.boolean(),
    stored: z.boolean(),
    column: 'trial_form',
    privacy: 'internal',
    label: 'Trial form',
    history: { on: 'turned on the trial form', off: 'turned off the trial form' },
  },
  /** True if the dashboard shows what a new center still has to set up. */
  firstSteps: {
    check: z.boolean(),
    stored: z.boolean(),
    column: 'first_steps',
    privacy: 'internal',
    label: 'First steps',
    history: { on: 'showed the first steps again', off: 'hid the first steps' },
  },
  creditLimit: {
    ...whole(1, 50),
    column: 'credit_limit',
    privacy: 'internal',
    label: 'Maximum open credits per subject',
    history: ['the maximum number of open credits', count('credit')],
  },
} as const

function line(most: number) {
  return { check: Text(most), add: Text(most).default(''), stored: z.string(), most } as const
}

function whole(min: number, max: number) {
  return { check: z.int().min(min).max(max), stored: z.int(), range: { min, max } } as const
}

export const centerLabels = partOf(centerFields, 'label')
export const centerColumns = partOf(centerFields, 'column')

/** Fields that are a line of text, with their maximum lengths. */
export const lineLengths = partOf(centerFields, 'most')
export const lines = namesOf(lineLengths)

/** Values of a center as stored. */
export const CenterValues = z.object(partOf(centerFields, 'stored'))
export type CenterValues = z.infer<typeof CenterValues>
