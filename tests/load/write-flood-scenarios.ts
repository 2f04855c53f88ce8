import { v7 as newId } from 'uuid'
import { factories } from '#tests/factories.ts'
import { sendRequest, type HttpRequest } from './load-generator.ts'
import { calls, pathOf, post, type Open } from './flood.ts'
import { noDryRun, prepared, staff } from './flood-callers.ts'
import { hallDay } from './hall.ts'

/** Question with many formulas to render. */
const longQuestion = {
  instructions: 'Solve for $x$.',
  content: '**What** is $\\frac{a}{b} + \\sqrt{a^2 + b^2}$?\n\n'.repeat(20),
  answers: {
    kind: 'fr',
    parts: [
      { kind: 'label', text: 'It is $x =$' },
      { kind: 'number', value: '1/2' },
    ],
  },
  variables: null,
  tests: [],
}

/** Floods of writes by staff: imports, material and attendance marks. */
export const writeFloods: Record<string, Open> = {
  async dryruns(fixture) {
    const offices = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const centerId = await prepared(
          fixture,
          async (db) => (await factories(db).center({ id: `Flood ${newId().slice(-12)}` })).id,
        )
        return {
          path: `${pathOf(centerId)}/students/imports`,
          headers: await staff(fixture, 'operator', centerId),
        }
      }),
    )
    const rows = Array.from({ length: 5000 }, (_, n) => `Anna,Miller,parent${n % 7}@x.example`)
    const body = { csv: ['First name,Last name,Parent email', ...rows].join('\n'), dryRun: true }
    let next = 0
    const call = () => {
      next += 1
      const { path, headers } = offices[next % offices.length] as (typeof offices)[number]
      return post(path, headers, body)
    }
    return {
      ...calls(fixture, 8, call),
      description: 'four offices start dry runs of 5,000 similar rows, 8 a second',
      settled: () => prepared(fixture, noDryRun),
    }
  },

  async uploads(fixture) {
    const headers = await staff(fixture, 'editor')
    const parts = 720
    const part = Buffer.alloc(256 * 1024, 'x')
    const begun = await sendRequest(
      fixture.address,
      post('/api/bl/material-imports', headers, { name: 'flood.zip', size: parts * part.length }),
    )
    const { _id: id } = JSON.parse(begun.text) as { _id: string }
    let num = 0
    const call = (): HttpRequest => {
      num = (num % parts) + 1
      return {
        method: 'PUT',
        path: `/api/bl/material-imports/${id}/parts/${num}`,
        headers: { ...headers, 'content-type': 'application/zip' },
        body: part,
      }
    }
    return { ...calls(fixture, 80, call), description: 'one editor uploads 80 parts of 256 KiB a second' }
  },

  async previews(fixture) {
    const headers = await staff(fixture, 'editor')
    return {
      ...calls(fixture, 50, () => post('/api/bl/questions/preview', headers, longQuestion)),
      description: 'one editor previews a long question 50 times a second',
    }
  },

  async saves(fixture) {
    const headers = await staff(fixture, 'editor')
    const question = await prepared(fixture, async (db) => {
      const make = factories(db)
      const { id } = await make.section()
      const [first] = await make.questions(id, [{ text: '$1 + 1 =$', value: '2' }])
      return first?.id
    })
    let draft = 0
    const call = (): HttpRequest => {
      draft += 1
      const body = {
        ...longQuestion,
        content: `${draft}: ${longQuestion.content.repeat(4)}`,
        hint: null,
        visual: null,
      }
      return { ...post(`/api/bl/questions/${question}`, headers, body), method: 'PUT' }
    }
    return {
      ...calls(fixture, 30, call),
      description: 'one editor saves a very long question 30 times a second',
    }
  },

  async copies(fixture) {
    const headers = await staff(fixture, 'editor')
    const from = await prepared(fixture, async (db) => {
      const make = factories(db)
      const { id } = await make.section()
      await make.questions(
        id,
        Array.from({ length: 200 }, (_, n) => ({ text: `$${n} + 1 =$`, value: String(n + 1) })),
      )
      return id
    })
    const to = await prepared(fixture, async (db) => {
      const [section] = await db<
        { levelId: string; chapterNum: number }[]
      >`select level_id, chapter_num from sections where id = ${from}`
      return section
    })
    return {
      ...calls(fixture, 30, () => post('/api/bl/clone/section', headers, { from, to })),
      description: 'one editor copies a section of 200 questions 30 times a second',
    }
  },

  async marks(fixture) {
    const { centerId, classId, office, students } = fixture.hall
      .rooms[0] as (typeof fixture.hall.rooms)[number]
    let round = 0
    const call = () => {
      round += 1
      const marks = students.map(({ id }) => ({ studentId: id, mark: round % 2 ? 'present' : 'absent' }))
      return post(`${pathOf(centerId)}/attendances`, office, { classId, on: hallDay, marks })
    }
    return {
      ...calls(fixture, 60, call),
      description: 'one office marks a whole class 60 times a second and competes for the lock of the day',
    }
  },
}
