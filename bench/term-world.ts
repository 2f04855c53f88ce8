import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { faker } from '@faker-js/faker'
import { material } from '#features/material/api.ts'
import { imports } from '#features/questions/import/api.ts'
import type { Database } from '#server/db.ts'
import { avatars } from '#shared/avatars.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { factories } from '#tests/factories.ts'
import type { Call, Headers } from './calls.ts'
import { signedIn } from './world.ts'

/** Password of every account of a simulated center. */
export const password = 'practice-makes-progress'
export const zone = 'America/New_York'
/** Number of weeks of a simulated term. */
export const weeks = 12
const [levels, chapters, sectionsEach, classSize] = [3, 5, 11, 25]
/** Level of each class. */
const classLevels = [1, 1, 1, 2, 2, 2, 3, 3]
const course = 'Word problems'

/**
 * Returns the non-empty lines of a file of questions. Throws if no file is named or the file has no such
 * lines.
 */
export function linesOf(file: string | undefined) {
  if (file === undefined)
    throw new Error('Name a file of questions, one per line: npm run bench -- term FILE [FOLDER].')
  const lines = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new Error(`There are no questions in ${file}.`)
  return lines
}

/** Throws if a folder for a new database isn't empty. */
export function refuseFilled(folder: string) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} isn’t empty. Name a new folder for the database.`)
}

/** An imported question: its right answer, and likely wrong ones. */
export type Problem = { right: string; wrong: string[] }

/**
 * Parses lines of questions. Each question gets at most three likely wrong answers: the results of earlier
 * steps of the solution, as if the child had stopped too soon, and the right answer plus one.
 */
export function problemsOf(lines: readonly string[]): Problem[] {
  return lines.map((line) => {
    const { answer } = JSON.parse(line) as { answer: string }
    const right = (/#### (.+)$/.exec(answer)?.[1] ?? '').replaceAll(',', '').trim()
    const steps = [...answer.matchAll(/=(-?[\d.]+)>>/g)].map(([, result]) => result as string)
    const wrong = [...new Set([...steps.toReversed(), String(Number(right) + 1)])]
    return { right, wrong: wrong.filter((each) => Number(each) !== Number(right)).slice(0, 3) }
  })
}

/** Imports all lines as an editor would, spread evenly over the sections of three levels. */
export async function importMaterial(
  call: Call,
  { editor, lines }: { editor: Headers; lines: readonly string[] },
) {
  const { _id: courseId } = await call(material.addCourse, { name: course, subject: 'Math' }, editor)
  const most = levels * chapters * sectionsEach
  let at = 0
  for (let level = 1; level <= levels; level += 1) {
    const { _id: levelId } = await call(
      material.addLevel,
      { courseId, name: `${course} ${level}`, chapterCount: chapters },
      editor,
    )
    await call(material.fillChapters, { levelId }, editor)
    for (let chapterNum = 1; chapterNum <= chapters; chapterNum += 1)
      for (let sectionNum = 1; sectionNum <= sectionsEach; sectionNum += 1) {
        const [from, to] = [at, at + 1].map((n) => Math.round((n * lines.length) / most)) as [number, number]
        at += 1
        const place = { levelId, chapterNum, sectionNum }
        const name = `Problems ${from + 1} to ${to}`
        // The first section of a chapter already exists, so rename it.
        if (sectionNum === 1) await call(material.changeSection, { ...place, name }, editor)
        else await call(material.addSection, { levelId, chapterNum, name }, editor)
        const text = lines.slice(from, to).join('\n')
        const { import: started } = await call(
          imports.start,
          { ...place, lines: text, dryRun: false },
          editor,
        )
        await imported(call, { editor, id: started?._id ?? '' })
      }
  }
}

async function imported(call: Call, { editor, id }: { editor: Headers; id: string }) {
  for (;;) {
    const { state, error } = await call(imports.one, { id }, editor)
    if (state === 'failed') throw new Error(`The import failed: ${error}`)
    if (state === 'done') return
    await pause(20)
  }
}

/** A child with the headers of their session, and those of their parent's session. */
export type Pupil = { id: string; headers: Headers; parent: Headers }
export type ClassOfTerm = { id: string; operator: Headers; pupils: Pupil[] }
export type TermWorld = { centerId: string; editor: Headers; operator: Headers; classes: ClassOfTerm[] }

/**
 * Creates a center with eight classes of 25 children, each with one parent. All classes meet on the weekday
 * of `today`. The first child and parent sign in as `child@` and `parent@` at `term.example`, and staff as
 * `operator@`, `editor@`, `manager@` and `admin@`.
 */
export async function makeTermWorld(database: Database, today: Day): Promise<TermWorld> {
  faker.seed(1319)
  const hashed = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const person = () => ({ firstName: faker.person.firstName(), lastName: faker.person.lastName() })
  const from = addDays(today, -7 * weeks)
  return await database.write(async (db) => {
    const make = factories(db, hashed)
    const center = { id: 'Willow Creek', timeZone: zone, weeklyGoal: 24, phone: '+12125550140' }
    const { id: centerId } = await make.center(center)
    const operator = await make.staff('operator', centerId, { ...person(), email: 'operator@term.example' })
    const editor = await make.staff('editor', null, { ...person(), email: 'editor@term.example' })
    // Without an admin, the product would ask for one when it starts.
    await make.staff('admin', null, { ...person(), email: 'admin@term.example' })
    await make.staff('manager', centerId, { ...person(), email: 'manager@term.example' })
    const headers = (kind: 'operator' | 'editor' | 'students' | 'parents', id: string) =>
      signedIn(db, { kind, id })
    const classes: ClassOfTerm[] = []
    for (const [at, level] of classLevels.entries()) {
      const teacher = await make.teacher(centerId, person())
      const klass = await make.klass(centerId, {
        name: `${course} ${level}${'abc'[at % 3]}`,
        day: weekday(today),
        time: `${String(9 + at).padStart(2, '0')}:00`,
        minutes: 50,
        maxSize: classSize,
        startsOn: from,
        teacherId: teacher.id,
      })
      const pupils: Pupil[] = []
      for (let seat = 0; seat < classSize; seat += 1) {
        const isFirst = at + seat === 0
        const { firstName, lastName } = person()
        const student = await make.student(centerId, {
          firstName: at + seat === 3 ? 'Maximiliana Guadalupe' : firstName,
          lastName: at + seat === 3 ? 'Fernández-Villanueva de la Cruz' : lastName,
          avatar: avatars[(at * classSize + seat) % avatars.length],
          email: isFirst ? 'child@term.example' : undefined,
          level: `${course} ${level}`,
        })
        const parent = await make.parent([student], {
          firstName: faker.person.firstName(),
          lastName,
          phone: `+1212555${1000 + at * classSize + seat}`,
          email: isFirst ? 'parent@term.example' : undefined,
        })
        await make.place(klass, student.id, { startsOn: from })
        pupils.push({
          id: student.id,
          headers: await headers('students', student.id),
          parent: await headers('parents', parent.id),
        })
      }
      classes.push({ id: klass.id, operator: await headers('operator', operator.id), pupils })
    }
    return {
      centerId,
      editor: await headers('editor', editor.id),
      operator: await headers('operator', operator.id),
      classes,
    }
  })
}
