import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import { students } from '#features/students/api.ts'
import { studentImports } from '#features/students/import/api.ts'
import { writeCsv } from '#shared/csv.ts'
import { factories } from './factories.ts'
import type { World } from './world.ts'
import { eventually } from './eventually.ts'

const head = [
  'Student number',
  'First name',
  'Last name',
  'Grade',
  'Parent first name',
  'Parent email',
  'Parent phone',
]

/**
 * Returns a file with these rows below the header: number, first and last name, grade, a parent's first name,
 * email and phone.
 */
export const csvOf = (...rows: string[][]) => writeCsv([head, ...rows]).replaceAll('\r\n', '\n')

/** Returns a last name that no other test uses. */
export const newName = () => `Family${newId().slice(-12)}`

export type Choices = { row: number; do: 'create' | 'link' | 'skip'; studentId?: string }[]

/** Creates a center with an office. Returns functions that import students and read the results. */
export async function importFixture(world: World) {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    return {
      centerId: north.id,
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', north.id),
      klass: await make.klass(north.id),
    }
  })
  const { centerId } = cast
  const operator = await world.as(cast.operator)
  const send = (csv: string, more: { dryRun?: boolean; choices?: Choices; columns?: null[] } = {}) =>
    operator.call(studentImports.start, { centerId, csv, dryRun: false, ...more })
  return {
    ...cast,
    operator,
    operatorEmail: cast.operator.email,
    operatorId: cast.operator.id,
    send,
    /** Returns the result of a dry run, whether it comes from the call or from a job. */
    dry: async (csv: string) => {
      const { body } = await send(csv, { dryRun: true })
      if (body.checked) return body.checked
      return await eventually(async () => {
        const { checked } = (await operator.call(studentImports.one, { centerId, id: body.import._id })).body
        expect(checked).not.toBeNull()
        return checked!
      })
    },
    commit: async (csv: string, choices: Choices = []) => {
      const { status, body, text } = await send(csv, { choices })
      expect(status, text).toBe(201)
      return body.import
    },
    /** Waits until an import or its undo has ended, and returns the import. */
    ended: (id: string) =>
      eventually(async () => {
        const found = (await operator.call(studentImports.list, { centerId })).body.find(
          ({ _id }) => _id === id,
        )
        expect(['done', 'failed']).toContain(found?.state)
        return found!
      }),
    undo: (id: string) => operator.call(studentImports.undo, { centerId, id }),
    find: async (search: string) =>
      (await operator.call(students.list, { centerId, search, filter: 2 })).body.students,
    profile: async (studentId: string) => (await operator.call(students.one, { centerId, studentId })).body,
    counts: async () =>
      (
        await world.database.read`
          select (select count(*) from people) as people, (select count(*) from students) as students, (select count(*) from parent_links) as links`
      )[0],
  }
}
