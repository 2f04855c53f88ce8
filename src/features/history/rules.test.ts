import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { idsIn, sentenceOf } from './rules.ts'

const names = new Map([
  ['ana', 'Ana Silva'],
  ['ben', 'Ben Ode'],
  ['maria', 'Maria Silva'],
  ['tess', 'Tess Rivera'],
  ['m5', 'Math 5'],
  ['m6', 'Math 6'],
  ['hw', 'homework “Chapter 3”'],
])
const tell = (deed: string, before: unknown, after: unknown, entity = 'ana') =>
  sentenceOf({ deed, entity, before, after }, { by: 'Kim', names, classId: 'm5' })

const inMath = { studentId: 'ana', classId: 'm5' }
const place = { ...inMath, type: 'regular', startDate: '2026-03-03', endDate: null, breaks: [] as object[] }
const makeUp = { ...place, type: 'make-up', endDate: '2026-03-03' }
const pause = (startDate: string, endDate: string) => ({ ...place, breaks: [{ _id: 'b', startDate, endDate }] })
const mark = (more: object = {}) => ({ ...inMath, on: '2026-03-03', mark: 'present', arrivedAt: '2026-03-03T16:30:00Z', ...more })
const absent = mark({ mark: 'absent', arrivedAt: null })
const day = (more: object) => ({
  classes: [
    { classId: 'm6', note: 'Not this' },
    { classId: 'm5', note: '', substitute: null, assistants: [], cancelled: null, ...more },
  ],
})
const parent = { parentId: 'maria', relationship: 'mother', pickup: true }
const credit = { ...inMath, className: 'Math 5', missedOn: '2026-03-03', expiresOn: '2026-05-02', voidAt: null }

/** The deed, what was before and after, and the sentence without who did it; the id of what it was done to, where that matters. */
const cases: [deed: string, before: unknown, after: unknown, words: string, entity?: string][] = [
  ['operation.backup', null, null, 'asked for a backup'],
  ['operation.restore', null, { file: 'a.blb' }, 'restored the backup a.blb'],
  ['operation.seen', null, { text: 'No room' }, 'has seen the alarm “No room”'],
  ['attendance.take', [], [mark(), { ...absent, studentId: 'ben' }], 'marked Ana Silva present and Ben Ode absent'],
  ['attendance.take', [], ['a', 'b', 'c', 'd'].map((studentId) => mark({ studentId })), 'marked 4 students present'],
  ['attendance.take', [mark()], [], 'took back the mark of Ana Silva'],
  [
    'attendance.change',
    absent,
    { ...absent, excused: true, reason: 'Sick' },
    'corrected the attendance of Ana Silva in Math 5 on Mar 3, 2026: excused it and set the reason to “Sick”',
  ],
  [
    'attendance.change',
    absent,
    mark(),
    'corrected the attendance of Ana Silva in Math 5 on Mar 3, 2026: changed it from absent to present',
  ],
  ['attendance.clear', mark(), null, 'took back the mark of Ana Silva in Math 5 on Mar 3, 2026, which was present'],
  ['absences.tell', [], [{ ...absent, reason: 'Fever' }], 'told that Ana Silva won’t come to Math 5 on Mar 3, 2026: “Fever”'],
  ['absences.withdraw', [absent], [], 'told that Ana Silva comes after all on Mar 3, 2026'],
  ['prospects.change', { stage: 'trial' }, { stage: 'offer' }, 'changed the stage from trial to offer'],
  [
    'prospects.change',
    { nextStep: '', nextOn: null },
    { nextStep: 'Ring', nextOn: '2026-03-05' },
    'set the next step to “Ring” and the day of the next step to Mar 5, 2026',
  ],
  [
    'records.addTest',
    null,
    { level: 'Math 5', test: 'Ch. 4', name: '', score1: '17/20', score2: null },
    'added a test, Math 5, Ch. 4: 17/20',
  ],
  [
    'records.changeTest',
    { studentId: 'ana', score1: '17/20' },
    { studentId: 'ana', score1: '18/20' },
    'corrected a test: changed the first score from 17/20 to 18/20',
  ],
  ['records.dropTest', { level: 'Math 5', test: 'Ch. 4' }, null, 'removed a test, Math 5, Ch. 4'],
  ['records.addNote', null, { msg: 'Likes chess' }, 'wrote the note “Likes chess”'],
  ['records.changeNote', { active: true }, { active: false }, 'changed a note: hid it'],
  ['records.addAward', null, { type: 'Medal', subject: 'Math', note: '' }, 'gave the award Medal in Math'],
  ['students.add', null, { firstName: 'Ana', lastName: 'Silva' }, 'added Ana Silva'],
  ['students.add', null, { import: 'i' }, 'added the student by an import'],
  ['students.change', { grade: '4', note: '' }, { grade: '5', note: 'Shy' }, 'changed the grade from 4 to 5 and set the note to “Shy”'],
  [
    'students.change',
    { programs: [] },
    { programs: [{ name: 'Math', level: 'Math 5', chapter: 3 }] },
    'set the levels to Math 5, chapter 3',
  ],
  ['students.change', { status: 'prospect' }, { status: 'active' }, 'changed the status from prospect to active'],
  ['privacy.retire', null, null, 'erased who this was, as it was time'],
  [
    'privacy.keep',
    null,
    { formerMonths: 1, prospectMonths: 6 },
    'set how long people are kept: months of former students 1, of prospects 6',
  ],
  ['audit.export', null, {}, 'took the trail of changes as a file'],
  ['privacy.export', null, {}, 'took everything that is kept as a file'],
  ['privacy.erase', null, { count: 1 }, 'erased who this was'],
  ['students.remove', null, null, 'removed the student, as the import was undone'],
  ['students.addParent', null, parent, 'added Maria Silva as mother of Ana Silva'],
  [
    'students.addParent',
    { ...parent, phone: '5551234567' },
    { ...parent, phone: '' },
    'changed Maria Silva as parent of Ana Silva: removed the phone number (555-123-4567)',
  ],
  [
    'students.changeParentLink',
    { ...parent, pickup: true },
    { ...parent, pickup: false },
    'changed Maria Silva as parent of Ana Silva: ended that they may pick up',
  ],
  ['students.endParent', { parentId: 'maria' }, null, 'ended that Maria Silva is a parent of Ana Silva'],
  ['students.addParentAccount', null, { firstName: 'Maria', lastName: 'Silva' }, 'added Maria Silva'],
  ['students.changeParent', { email: 'a@b.c' }, { email: 'd@e.f' }, 'changed the e-mail address from a@b.c to d@e.f'],
  ['students.removeParentAccount', null, null, 'removed the parent, as the import was undone'],
  ['places.enrol', null, place, 'enrolled Ana Silva in Math 5 from Mar 3, 2026'],
  [
    'places.enrol',
    null,
    { ...place, overReason: 'Sibling', status: 'active' },
    'enrolled Ana Silva in Math 5 from Mar 3, 2026, over the size of the class: “Sibling”, who is active from then',
  ],
  ['places.enrol', null, makeUp, 'booked a make-up for Ana Silva in Math 5 on Mar 3, 2026'],
  ['places.enrol', null, { ...place, type: 'waitlist' }, 'put Ana Silva on the waitlist of Math 5 from Mar 3, 2026'],
  ['places.accept', { ...place, type: 'waitlist' }, place, 'enrolled Ana Silva in Math 5 from Mar 3, 2026, from the waitlist'],
  ['places.change', place, { ...place, endDate: '2026-06-30' }, 'set the last day to Jun 30, 2026, for Ana Silva in Math 5'],
  ['places.move', place, { ...place, classId: 'm6', startDate: '2026-03-10' }, 'moved Ana Silva from Math 5 to Math 6 from Mar 10, 2026'],
  ['places.move', makeUp, { ...makeUp, classId: 'm6' }, 'moved the make-up of Ana Silva from Math 5, Mar 3, 2026, to Math 6, Mar 3, 2026'],
  ['places.remove', { ...makeUp, cancelled: [] }, null, 'cancelled the make-up of Ana Silva in Math 5 on Mar 3, 2026'],
  [
    'places.remove',
    { ...place, cancelled: [{ name: 'Math 6', on: '2026-03-05' }] },
    null,
    'removed Ana Silva from Math 5; the make-up in Math 6 on Mar 5, 2026 was cancelled',
  ],
  ['breaks.add', place, pause('2026-04-07', '2026-04-14'), 'added a break of Ana Silva in Math 5 from Apr 7, 2026 to Apr 14, 2026'],
  [
    'breaks.change',
    pause('2026-04-07', '2026-04-14'),
    pause('2026-04-07', '2026-04-07'),
    'changed the break of Ana Silva in Math 5: it is on Apr 7, 2026, and was from Apr 7, 2026 to Apr 14, 2026',
  ],
  ['breaks.remove', pause('2026-04-07', '2026-04-07'), place, 'removed the break of Ana Silva in Math 5 on Apr 7, 2026'],
  ['schedules.open', null, null, 'opened the day'],
  ['schedules.change', day({}), day({ cancelled: { reason: 'Snow' } }), 'cancelled the class: “Snow”'],
  ['schedules.change', day({ cancelled: { reason: 'Snow' } }), day({}), 'let the class meet after all'],
  [
    'schedules.change',
    day({}),
    day({ substitute: { firstName: 'Sam', lastName: 'Lee' }, note: 'Rulers' }),
    'let Sam Lee substitute and set the note to “Rulers”',
  ],
  ['schedules.change', day({}), day({ assistants: [{ firstName: 'Jo', lastName: '' }] }), 'changed who assists from nobody to Jo'],
  ['schedules.clear', day({}), null, 'took back all that was set for the day'],
  [
    'classes.add',
    null,
    { name: 'Math 5', day: 2, time: '16:30', minutes: 75, maxSize: 8, teacherId: 'tess', startsOn: '2026-01-01' },
    'planned the class Math 5: Tuesday at 4:30 PM, 75 minutes, 8 seats, with Tess Rivera, from Jan 1, 2026',
  ],
  [
    'classes.change',
    { time: '16:30', maxSize: 8 },
    { time: '17:00', maxSize: 9, from: '2026-03-10' },
    'changed the time from 4:30 PM to 5:00 PM and the size from 8 seats to 9 seats, from Mar 10, 2026',
  ],
  ['classes.change', { teacherId: null }, { teacherId: 'tess' }, 'set the teacher to Tess Rivera'],
  ['classes.end', { endDate: null, places: [{}, {}] }, { from: '2026-03-10' }, 'ended Math 5 before Mar 10, 2026, with 2 places', 'm5'],
  ['classes.remove', { name: 'Math 5' }, null, 'removed the class Math 5'],
  ['credits.grant', null, { ...credit, note: 'Storm' }, 'gave Ana Silva a make-up credit for Math 5 on Mar 3, 2026: “Storm”'],
  ['credits.change', credit, { ...credit, voidAt: '2026-03-04' }, 'made the make-up credit of Ana Silva for Math 5 on Mar 3, 2026 void'],
  [
    'credits.change',
    credit,
    { ...credit, expiresOn: '2026-06-01' },
    'changed the last day of the make-up credit of Ana Silva for Math 5 on Mar 3, 2026 from May 2, 2026 to Jun 1, 2026',
  ],
  ['calendar.renew', null, { version: 2 }, 'made a new calendar address: the one before is void'],
  ['family.change', { phone: '' }, { phone: '5551234567' }, 'set the phone number to 555-123-4567'],
  [
    'family.changeChild',
    { avatar: 'dog', mails: true },
    { avatar: 'panda', mails: false },
    'changed the picture from dog to panda and asked for no more mail about the child',
  ],
  ['centers.create', null, { name: 'North' }, 'added the centre'],
  [
    'centers.change',
    { creditDays: 60, city: 'A' },
    { creditDays: 90, city: 'A' },
    'changed how long a credit lasts from 60 days to 90 days',
  ],
  [
    'centers.close',
    null,
    { date: '2026-07-03', until: '2026-07-04', name: 'Holiday' },
    'closed the centre from Jul 3, 2026 to Jul 4, 2026: “Holiday”',
  ],
  ['centers.reopen', { name: 'Holiday' }, null, 'opened the centre again on Jul 3, 2026', 'North 2026-07-03'],
  ['staff.invite', null, { firstName: 'Tess', lastName: 'Rivera', duty: 'teacher' }, 'added Tess Rivera as teacher'],
  ['staff.end', { duty: 'office' }, null, 'ended the work as operator'],
  ['staff.note', { notes: 'A' }, { notes: 'B' }, 'changed the note from “A” to “B”'],
  ['families.invite', null, null, 'sent an invitation'],
  ['families.invite', null, { userName: 'ana' }, 'made the user name ana and a link to begin'],
  ['accounts.change', { avatar: 'dog' }, { avatar: 'cat_face' }, 'changed the picture from dog to cat face'],
  ['accounts.close', { disabled: false }, { disabled: true }, 'closed the account'],
  ['practice.assign', null, { name: 'Chapter 3', dueOn: '2026-03-10' }, 'assigned the homework “Chapter 3”, due Mar 10, 2026'],
  ['practice.withdraw', { state: 'assigned' }, null, 'withdrew some work', 'gone'],
  ['classroom.begin', null, { seat: 'teachers' }, 'began to work as teacher on a classroom’s device'],
  ['classroom.help', null, { num: 3 }, 'went to help with a raised hand'],
  ['practice.start', { state: 'assigned' }, { state: 'started' }, 'began the homework “Chapter 3”', 'hw'],
  [
    'grading.grade',
    { num: 3, grade: null },
    { num: 3, grade: { mark: 1 } },
    'graded the answer to question 3 of the homework “Chapter 3”',
    'hw',
  ],
  [
    'grading.grade',
    { num: 3, grade: 1 },
    { num: 3, grade: null },
    'took back the grade of the answer to question 3 of the homework “Chapter 3”',
    'hw',
  ],
  [
    'grading.comment',
    { num: 3, comment: null },
    { num: 3, comment: 'Nice' },
    'commented on the answer to question 3 of the homework “Chapter 3”: “Nice”',
    'hw',
  ],
  [
    'grading.regrade',
    { num: 3, score: 0 },
    { num: 3, score: 1 },
    'regraded the answer to question 3 of the homework “Chapter 3” by the key that was mended',
    'hw',
  ],
  [
    'grading.count',
    { num: 3, counted: false },
    { num: 3, counted: true },
    'let the answer to question 3 of the homework “Chapter 3” count, which came too late',
    'hw',
  ],
  ['grading.see', { num: 3 }, { num: 3 }, 'looked through the answer to question 3 of the homework “Chapter 3”', 'hw'],
  [
    'practice.change',
    { dueOn: null, state: 'assigned' },
    { dueOn: '2026-03-10', state: 'assigned' },
    'changed the homework “Chapter 3”: set the due day to Mar 10, 2026',
    'hw',
  ],
  ['practice.change', { state: 'submitted' }, { state: 'void' }, 'made the homework “Chapter 3” void', 'hw'],
  ['practice.timeout', { state: 'started' }, null, 'handed in the homework “Chapter 3”, as its time was over', 'hw'],
  ['practice.submit', { state: 'started' }, { state: 'submitted' }, 'handed in the homework “Chapter 3”', 'hw'],
]

describe('a deed in a sentence', () => {
  test.each(cases)('%s: %j → %j', (deed, before, after, words, entity) => expect(tell(deed, before, after, entity)).toBe(`Kim ${words}.`))

  test('that is not known yet says what has changed of the fields that are, and nothing of the others', () => {
    const before = { grade: '4', grip: { raw: 1 } }
    expect(tell('students.juggle', before, { grade: '5', grip: { raw: 2 } })).toBe('Kim changed the grade from 4 to 5.')
    expect(tell('students.juggle', null, { grip: 2 })).toBe('Kim changed something here.')
  })

  test('quotes the beginning of what is long, on one line', () => {
    const said = tell('records.addNote', null, { msg: `One\ntwo ${'x'.repeat(200)}` })
    expect([said.includes('\n'), said.length < 110, said.includes('One two')]).toEqual([false, true, true])
  })
})

/** Secrets, as fields of a row that should never have been written. */
const secrets = { passwordHash: 'CANARY', token: 'CANARY', key: 'CANARY', keyHash: 'CANARY', googleSubject: 'CANARY', link: 'CANARY' }

/** What is done on pages that show no history here, or belongs to no centre. */
const elsewhere =
  /^(material|questions|hints|visuals|printing|emails|oddities|devices)\.|^grading\.(keep|drop)$|^accounts\.(?!change|close)|^students\.(import|undoImport|export)$/

/** Every deed that is written down somewhere in the product. */
const written = [
  ...new Set(
    globSync('src/features/**/{routes,jobs}.ts')
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .filter((line) => /\bdeed\b/.test(line))
      .flatMap((line) => [...line.matchAll(/'([a-z]+\.[A-Za-z-]+)'/g)].map(([, deed]) => deed as string)),
  ),
].filter((name) => !elsewhere.test(name))

describe.each(written)('%s', (deed) => {
  test('has a sentence of its own, here among the cases', () => expect(cases.map(([name]) => name)).toContain(deed))

  test.each([
    [null, null],
    [{}, {}],
    [[], [null, 1, {}]],
    [
      { ...secrets, before: { raw: 1 } },
      { ...secrets, id: 'x', classes: [secrets], places: [secrets], breaks: [secrets], programs: 'x' },
    ],
    [
      { ...place, ...secrets, type: {}, startDate: 7 },
      { ...place, ...secrets, startDate: [] },
    ],
  ])('says something decent of %j and %j, without names of fields, raw values or secrets', (before, after) => {
    const said = tell(deed, before, after)
    expect(said).toMatch(/^Kim [a-z].*[.”]$/)
    expect(said).not.toMatch(/[{}[\]]|undefined|null|NaN|CANARY|Hash|Id\b|\bobject\b/)
  })
})

test('only the ids that are told of are looked up, each once', () => {
  const id = '0190aaaa-0000-7000-8000-00000000000'
  const rows = [{ deed: 'x', entity: `${id}1`, before: { studentId: `${id}2`, placeId: `${id}3` }, after: [{ classId: `${id}2` }] }]
  expect(idsIn(rows)).toEqual([`${id}1`, `${id}2`])
})
