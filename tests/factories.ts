import { putTest } from '#features/material/tests/queries.ts'
import type { AnswerKey } from '#features/questions/rules.ts'
import type { Variables } from '#features/questions/variants/variants.ts'
import { randomBytes } from 'node:crypto'
import { hashSync } from '@node-rs/argon2'
import { v7 as newId } from 'uuid'
import { putPerson } from '#features/accounts/queries.ts'
import type { Role } from '#features/accounts/rules.ts'
import { putCenter, putDuty } from '#features/centers/queries.ts'
import { putPin } from '#features/centers/queries.ts'
import { putToken } from '#features/integrations/queries.ts'
import { scopeNames, type ScopeName } from '#features/integrations/scopes.ts'
import { newAccessToken } from '#server/access-tokens.ts'
import { activateDevice, keyHash, putDevice } from '#features/devices/queries.ts'
import { keyOf } from '#features/devices/rules.ts'
import { putHints } from '#features/material/hints/queries.ts'
import { putChapter, putCourse, putLevel, putSection } from '#features/material/queries.ts'
import { putQuestions } from '#features/questions/revision-queries.ts'
import { addBreaks, addPlace, type OpenPlace } from '#features/schedule/places/queries.ts'
import { putClass, putTerm, type ClassTerm } from '#features/schedule/queries.ts'
import { putParentLink, putProgram, putStudents, type NewStudent } from '#features/students/queries.ts'
import { installationKey, sha256 } from '#server/session.ts'
import { render } from '#server/markup.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

/** Password of the accounts that the factories create by default. Its hash is cheap to compute. */
export const password = 'practice-makes-progress'
const cheapHash = hashSync(password, { memoryCost: 64, timeCost: 1 })

let counter = 0
const next = () => ++counter

type QuestionPlan = { text: string; steps?: string[]; instructions?: string; variables?: Variables } & (
  | { value: string }
  | { key: AnswerKey }
)
type SectionPlan = { name: string; questions: QuestionPlan[] }
type ChapterPlan = { name: string; sections: SectionPlan[]; test?: SectionPlan[] }
type LevelPlan = { courseId: string; name: string; chapters: ChapterPlan[] }
type PlacePlan = {
  type?: OpenPlace['type']
  startsOn?: string
  endsOn?: string | null
  firstClass?: boolean
  requestedBy?: string
}
type Made = { id: string; email: string; firstName: string; lastName: string }

async function makePerson(
  db: Db,
  passwordHash: string,
  more: Partial<Parameters<typeof putPerson>[1]>,
): Promise<Made> {
  const email = more.email ?? `person${next()}@test.example`
  const n = next()
  const firstName = more.firstName ?? `First${n}`
  const made = { id: newId(), firstName, lastName: more.lastName ?? `Last${n}`, email }
  const signsIn = more.email !== null
  await putPerson(db, {
    role: null,
    group: null,
    avatar: 'dog',
    userName: null,
    passwordHash,
    ...more,
    ...made,
    email: signsIn ? email : null,
  })
  return made
}

async function makeCenter(db: Db, more: Partial<Parameters<typeof putCenter>[1]> = {}) {
  const made = {
    id: `Center ${next()}`,
    address: '1 Main St',
    city: 'Springfield',
    state: 'NY',
    zip: '12345',
    timeZone: 'America/New_York',
    ...more,
  }
  await putCenter(db, made)
  await putPin(db, made.id as CenterId, null)
  return made
}

function peopleOf(db: Db, passwordHash: string) {
  const person = (more: Parameters<typeof makePerson>[2]) => makePerson(db, passwordHash, more)

  async function staff(
    role: Role,
    centerId: string | null,
    more: { email?: string; firstName?: string; lastName?: string } = {},
  ) {
    const made = await person({ role, ...more })
    if (centerId) await putDuty(db, { centerId, personId: made.id, duty: 'office', type: 'permanent' })
    return { ...made, kind: role }
  }

  async function teacher(
    centerId: string,
    more: { firstName?: string; lastName?: string; duty?: 'teacher' | 'assistant' } = {},
  ) {
    const made = await person({
      firstName: more.firstName,
      lastName: more.lastName,
      email: null,
      passwordHash: null,
    })
    await putDuty(db, { centerId, personId: made.id, duty: more.duty ?? 'teacher', type: 'permanent' })
    return made
  }

  async function student(
    centerId: string,
    more: Partial<NewStudent> & {
      email?: string
      firstName?: string
      lastName?: string
      avatar?: string
      level?: string
    } = {},
  ) {
    const made = await person({
      group: 'students',
      email: more.email,
      firstName: more.firstName,
      lastName: more.lastName,
      avatar: more.avatar ?? 'dog',
    })
    await putStudents(db, centerId, [
      { studentNum: `S${next()}`, status: 'active', grade: '5', ...more, id: made.id },
    ])
    await putProgram(db, {
      centerId,
      studentId: made.id,
      name: 'Math',
      level: more.level ?? 'Math 5',
      chapter: 1,
      test: null,
    })
    return { ...made, kind: 'students' as const, centerId }
  }

  async function parent(
    of: { id: string; centerId: string }[],
    {
      phone = '+15551234567',
      ...more
    }: { email?: string; firstName?: string; lastName?: string; phone?: string } = {},
  ) {
    const made = await person({ group: 'parents', ...more })
    for (const child of of)
      await putParentLink(db, {
        centerId: child.centerId,
        studentId: child.id,
        parentId: made.id,
        relationship: 'mother',
        phone,
        phoneType: 'mobile',
      })
    return { ...made, kind: 'parents' as const }
  }

  return { person, staff, teacher, student, parent }
}

function classesOf(db: Db) {
  /** Creates a weekly class, on Tuesdays at 4:30 PM by default. */
  async function klass(
    centerId: string,
    more: Partial<ClassTerm> & { name?: string; subject?: string } = {},
  ) {
    const { name = `Class ${next()}`, subject = 'Math', ...term } = more
    const id = newId()
    await putClass(db, {
      centerId,
      id,
      name,
      subject,
      type: subject === 'Private Tutoring' ? 'PT' : 'REGULAR',
      notes: '',
    })
    await putTerm(db, {
      startsOn: '2026-01-01',
      endsOn: null,
      day: 2,
      time: '16:30',
      minutes: 75,
      maxSize: 8,
      teacherId: null,
      ...term,
      centerId,
      classId: id,
    })
    return { id, centerId, name }
  }

  async function place(inClass: { id: string; centerId: string }, studentId: string, more: PlacePlan = {}) {
    const { type = 'regular', startsOn = '2026-01-01', endsOn = null, firstClass = false, requestedBy } = more
    const id = newId()
    await addPlace(db, inClass.centerId as CenterId, {
      id,
      classId: inClass.id,
      studentId,
      type,
      startDate: startsOn,
      endDate: endsOn,
      firstClass,
      overReason: null,
      requestedBy,
    })
    return { id, centerId: inClass.centerId }
  }

  const pause = async (of: { id: string; centerId: string }, startsOn: string, endsOn: string | null) => {
    const id = newId()
    await addBreaks(db, of.centerId as CenterId, [
      { id, placeId: of.id, startDate: startsOn, endDate: endsOn },
    ])
    return { id }
  }

  return { klass, place, pause }
}

/**
 * Creates questions in a section, each with its hint steps if it has any. The answer to a question without a
 * `key` is the number `value`. Returns the ids and numbers of the questions.
 */
async function makeQuestions(db: Db, sectionId: string, list: QuestionPlan[]) {
  const rows = list.map(({ text, steps = [], instructions = '', variables, ...rest }, index) => ({
    id: newId(),
    sectionId,
    num: index + 1,
    reviewed: true,
    instructions,
    variables,
    source: text,
    key:
      'key' in rest
        ? rest.key
        : { kind: 'fr' as const, parts: [{ kind: 'number' as const, value: rest.value }] },
    hintId: steps.length > 0 ? newId() : null,
    by: null,
    steps: steps.map((source) => ({ source, content: render(source) })),
  }))
  await putHints(
    db,
    rows.flatMap(({ hintId, steps }) => (hintId ? [{ id: hintId, steps }] : [])),
  )
  await putQuestions(
    db,
    rows.map(({ steps: _, ...row }) => row),
  )
  return rows.map(({ id, num }) => ({ id, num }))
}

function materialOf(db: Db) {
  const questions = (sectionId: string, list: QuestionPlan[]) => makeQuestions(db, sectionId, list)

  async function section(more: { levelName?: string; name?: string } = {}) {
    const made = { courseId: newId(), levelId: newId(), id: newId(), name: more.name ?? `Section ${next()}` }
    await putCourse(db, { id: made.courseId, name: `Course ${next()}`, subject: 'Math' })
    await putLevel(db, {
      id: made.levelId,
      courseId: made.courseId,
      name: more.levelName ?? 'Math 5',
      chapterCount: 1,
    })
    await putChapter(db, { levelId: made.levelId, num: 1, name: 'Chapter 1' })
    await putSection(db, {
      id: made.id,
      levelId: made.levelId,
      chapterNum: 1,
      kind: 'chapter',
      num: 1,
      name: made.name,
    })
    return made
  }

  const course = async ({ name, subject }: { name: string; subject: string }) => {
    const id = newId()
    await putCourse(db, { id, name, subject })
    return id
  }

  /** Creates a level with all its chapters, sections and questions. */
  async function level({ courseId, name, chapters }: LevelPlan) {
    const levelId = newId()
    await putLevel(db, { id: levelId, courseId, name, chapterCount: chapters.length })
    const made: { id: string; levelId: string; chapter: string; questions: number }[] = []
    for (const [index, chapter] of chapters.entries()) {
      await putChapter(db, { levelId, num: index + 1, name: chapter.name })
      for (const [at, each] of chapter.sections.entries()) {
        const id = newId()
        await putSection(db, {
          id,
          levelId,
          chapterNum: index + 1,
          kind: 'chapter',
          num: at + 1,
          name: each.name,
        })
        await questions(id, each.questions)
        made.push({ id, levelId, chapter: chapter.name, questions: each.questions.length })
      }
      if (chapter.test) await putTest(db, { levelId, chapterNum: index + 1, name: `Test ${index + 1}` })
      for (const [at, each] of (chapter.test ?? []).entries()) {
        const id = newId()
        await putSection(db, {
          id,
          levelId,
          chapterNum: index + 1,
          kind: 'test',
          num: at + 1,
          name: each.name,
        })
        await questions(id, each.questions)
      }
    }
    return made
  }

  return { section, questions, course, level }
}

type TokenOf = { centerId: string; by: string; scopes: readonly ScopeName[] }

async function makeToken(db: Db, { centerId, ...rest }: TokenOf) {
  const [id, token] = [newId(), newAccessToken()]
  const name = `Program ${next()}`
  await putToken(db, centerId as CenterId, { id, name, tokenHash: sha256(token), days: 30, ...rest })
  return { id, name, centerId, token, kind: 'tokens' as const }
}

/** Creates an activated device. */
async function makeDevice(db: Db, centerId: string, by: string) {
  const id = newId()
  const text = keyOf(() => randomBytes(1)[0] as number)
  const key = await installationKey(db, 'device')
  await putDevice(db, { centerId, id, name: `Room ${next()}`, keyHash: keyHash(key, text), by })
  await activateDevice(db, { key, text, userAgent: 'test' })
  return { id, centerId }
}

/**
 * Creates records as the product does, through its own queries. Fills in omitted fields, and returns what
 * tests need to continue, such as ids and email addresses.
 */
export const factories = (db: Db, passwordHash = cheapHash) => ({
  center: (more?: Parameters<typeof makeCenter>[1]) => makeCenter(db, more),
  device: (centerId: string, by: string) => makeDevice(db, centerId, by),
  token: (centerId: string, by: string, scopes: readonly ScopeName[] = scopeNames) =>
    makeToken(db, { centerId, by, scopes }),
  ...peopleOf(db, passwordHash),
  ...classesOf(db),
  ...materialOf(db),
})
