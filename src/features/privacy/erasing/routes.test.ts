import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { emails } from '#features/emails/api.ts'
import { absences } from '#features/family/absences/api.ts'
import { people } from '#features/accounts/people/api.ts'
import { histories } from '#features/history/api.ts'
import { oddities } from '#features/oddities/api.ts'
import { ownSections, ownWork } from '#features/practice/doing/api.ts'
import { oneAnswer } from '#features/grading/answers/api.ts'
import { giving } from '#features/practice/giving/api.ts'
import { credits } from '#features/schedule/credits/api.ts'
import { places } from '#features/schedule/places/api.ts'
import { students } from '#features/students/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { prospects } from '#features/students/prospects/api.ts'
import { records } from '#features/students/records/api.ts'
import { studentImports } from '#features/students/import/api.ts'
import { columnsOf } from '#features/privacy/columns/rules.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { erasing } from './api.ts'
import { eraseAgain, tombstones } from './queries.ts'

const world = await openWorld()
const { database } = world

/** What can be recognised wherever it stands. */
const canaries = ['zqada', 'zqlast', 'zqgiven', 'zqmail', '9175550', 'zqnote', 'zquser', 'zqmaria', 'zqword', 'zqgrade']
const pattern = canaries.join('|')

/** Every place of the database where one of the canaries stands: `table.column`. */
async function found(among = pattern) {
  const columnsThere = await database.read<{ tableSchema: string; tableName: string; columnName: string; dataType: string }[]>`
    select table_schema, table_name, column_name, data_type from information_schema.columns
    where table_schema in ('public', 'graphile_worker') and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying')`
  const hits: string[] = []
  for (const { tableSchema, tableName, columnName, dataType } of columnsThere) {
    const text = dataType === 'bytea' ? `encode("${columnName}", 'escape')` : `"${columnName}"::text`
    const [row] = await database.read.unsafe(`select 1 from ${tableSchema}.${tableName} where ${text} ~* '${among}' limit 1`)
    if (row) hits.push(`${tableName}.${columnName}`)
  }
  return hits
}

const stage = () =>
  database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const admin = await make.staff('admin', null)
    const operator = await make.staff('operator', center.id)
    const klass = await make.klass(center.id)
    const ben = await make.student(center.id, { firstName: 'Ben', lastName: 'Other' })
    await make.place(klass, ben.id)
    const kind = {
      kind: 'fr' as const,
      parts: [
        { kind: 'words' as const, value: 'right' },
        { kind: 'manual' as const, prompt: 'Why?' },
        { kind: 'work' as const, prompt: 'Draw.', lines: 3 },
      ],
    }
    const section = await make.section()
    await make.questions(section.id, [{ text: 'Say it.', key: kind }])
    return { center, admin, operator, klass, ben, section }
  })
let cast: Awaited<ReturnType<typeof stage>>
let [admin, office]: Caller[] = []
let adaId = ''
let mariaId = ''
beforeAll(async () => {
  cast = await stage()
  admin = await world.as(cast.admin)
  office = await world.as(cast.operator)
})

const ok = <T extends { status: number; text: string; body: unknown }>(outcome: T) => {
  expect(outcome.status, outcome.text).toBeLessThan(300)
  return outcome.body as T['body']
}

/** A child with words in every field that there is, all through the product's own calls. */
async function tellEverything() {
  const { call } = office as Caller
  const centerId = cast.center.id
  const newParent = { firstName: 'Zqmaria', lastName: 'Zqlast', email: 'zqmail1@test.example', phone: '9175550111' }
  const child = {
    firstName: 'Zqada',
    lastName: 'Zqlast',
    studentNum: 'ZQWORD1',
    grade: 'zqgrade',
    status: 'prospect',
    source: 'zqword',
  } as const
  const one = ok(await call(students.add, { centerId, ...child, parent: newParent }))
  const ada = { centerId, studentId: one._id }
  adaId = one._id
  mariaId = one.parents[0]?._id ?? ''
  ok(await call(prospects.change, { ...ada, stage: 'lost', lostReason: 'zqword', nextStep: 'zqword', nextOn: '2026-03-09' }))
  ok(
    await call(students.change, {
      ...ada,
      note: 'zqnote',
      nextInvoice: '2026-04-01',
      status: 'active',
      programs: [{ name: 'Math', level: 'zqword', chapter: 1, test: null }],
    }),
  )
  ok(await call(students.changeInfo, { id: adaId, note: 'zqnote, again' }))
  ok(await call(parents.change, { centerId, parentId: mariaId, firstName: 'Zqmaria', email: 'zqmail2@test.example' }))
  ok(await call(parents.changeLink, { ...ada, parentId: mariaId, phone: '9175550112' }))
  const of = (await database.read<{ id: string }[]>`select id from people where first_name = 'Ben'`)[0]?.id ?? ''
  ok(await call(students.addParent, { centerId, studentId: of, firstName: 'Paul', lastName: 'Other', email: 'paul@test.example' }))
  ok(await call(students.addParent, { ...ada, firstName: 'Paul', lastName: 'Other', email: 'paul@test.example' }))
  const test1 = { date: today, subject: 'Math', level: 'zqword', test: 'zqword', name: 'zqword', score1: '7/10' } as const
  ok(await call(records.addTest, { ...ada, ...test1 }))
  ok(await call(records.addNote, { ...ada, msg: 'zqnote: Zqada Zqlast, zqmail2@test.example, 917-555-0112' }))
  ok(await call(records.addNote, { centerId, studentId: of, msg: 'Sits beside Zqada Zqlast, zqmail2@test.example, 9175550112.' }))
  ok(await call(records.addAward, { ...ada, type: 'Medal', subject: 'Math', note: 'zqnote' }))
  const invited = ok(await call(people.inviteStudent, ada))
  expect(invited.userName).toMatch(/zqada/)
  ok(await call(people.inviteParent, { centerId, parentId: mariaId }))
  ok(await call(places.enrol, { centerId, classId: cast.klass.id, studentId: adaId, type: 'regular', startDate: '2026-02-24' }))
  ok(
    await call(attendance.take, {
      centerId,
      classId: cast.klass.id,
      on: today,
      marks: [
        { studentId: adaId, mark: 'pickup' },
        { studentId: of, mark: 'present' },
      ],
    }),
  )
  const [mark] = await database.read<{ id: string }[]>`select id from attendances where student_id = ${adaId}`
  ok(await call(attendance.change, { centerId, id: mark?.id ?? '', note: 'zqnote', reason: 'zqword', pickedUpBy: 'Zqmaria' }))
  ok(await call(attendance.take, { centerId, classId: cast.klass.id, on: '2026-02-24', marks: [{ studentId: adaId, mark: 'absent' }] }))
  ok(await call(credits.grant, { ...ada, classId: cast.klass.id, missedOn: '2026-02-24', reason: 'zqword' }))
  ok(
    await call(emails.send, {
      centerId,
      audience: { studentIds: [adaId, of] },
      subject: 'About {{children}}',
      body: 'Hello, {{children}} and Zqada Zqlast.',
    }),
  )
  ok(await call(oddities.snooze, { centerId, key: `ST03 ${adaId}`, until: '2026-03-20', reason: 'zqword' }))
  ok(await call(studentImports.start, { centerId, csv: 'First name,Last name\nZqada,Zqlast', dryRun: true }))
  return ada
}

/** Work with words and a drawing in it, commented and begun once more. */
async function workALittle() {
  const given = ok(await (office as Caller).call(giving.homework, { id: adaId, sections: [cast.section.id] }))
  const child = await world.as({ id: adaId, kind: 'students', centerId: cast.center.id })
  ok(await child.call(ownWork.homework.change, { id: given._id, state: 'started' }))
  const words = { kind: 'fr' as const, parts: ['zqgiven', 'zqgiven it is', { text: 'zqgiven', strokes: [[0, 0, 9, 9]] }] }
  ok(await child.call(ownSections.answer, { id: given._id, s: 1, n: 1, seq: 1, answerId: newId(), given: words }))
  const [answer] = await database.read<{ id: string }[]>`select id from answers where work_id = ${given._id}`
  ok(await (office as Caller).call(oneAnswer.comment, { id: adaId, answerId: answer?.id ?? '', text: 'zqnote, Zqada' }))
  const family = await world.as({ id: mariaId, kind: 'parents' })
  ok(await family.call(absences.tell, { id: adaId, classId: cast.klass.id, on: '2026-03-10', reason: 'Sick', note: 'zqnote' }))
  const entry = { centerId: cast.center.id, id: newId(), workId: given._id, num: 1, given: words }
  await database.write(
    (db) =>
      db`insert into late_answers ${db({ center_id: entry.centerId, id: entry.id, work_id: entry.workId, num: 1, given: db.json(words) } as never)}`,
  )
}

/** All that is kept of another child, as one number. */
const hashOfBen = async () => {
  const texts: string[] = []
  for (const [table, id] of [
    ['people', 'id'],
    ['students', 'id'],
    ['places', 'student_id'],
    ['attendances', 'student_id'],
    ['parent_links', 'student_id'],
    ['student_keys', 'student_id'],
  ])
    texts.push(JSON.stringify(await database.read.unsafe(`select * from ${table} where ${id} = '${cast.ben.id}' order by 1, 2`)))
  return texts.join('\n')
}
const figures = async () =>
  (
    await database.read`
    select (select count(*)::int from attendances) as marks, (select count(*)::int from work) as work, (select count(*)::int from answers) as answers,
      (select count(*)::int from audit) as deeds, (select count(*)::int from mail) as mails, (select count(*)::int from credits) as credits`
  )[0]

describe('erasing a child', () => {
  let before: Awaited<ReturnType<typeof figures>>
  let ben = ''
  beforeAll(async () => {
    await tellEverything()
    await workALittle()
    before = await figures()
    ben = await hashOfBen()
  }, 60_000)

  test('is tried with words in every field that can have some', async () => {
    const there = await found()
    const wordless = 'parent_links.relationship parent_links.phone_type people.avatar'.split(' ')
    const texts = await database.read<{ at: string }[]>`
      select table_name || '.' || column_name as at from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb')`
    const child =
      'people students programs parent_links prospects student_notes student_tests student_awards attendances credits mail late_answers'.split(
        ' ',
      )
    const wanted = child
      .flatMap((table) => columnsOf(table, ['minor', 'personal']).map((column) => `${table}.${column}`))
      .filter((at) => texts.some((text) => text.at === at) && !wordless.includes(at))
    expect(wanted.filter((at) => !there.includes(at))).toEqual([
      'programs.name',
      'student_tests.subject',
      'student_tests.score1',
      'student_tests.score2',
      'student_awards.type',
      'student_awards.subject',
      'mail.error',
    ])
    expect(there).toEqual(
      expect.arrayContaining([
        'audit.before',
        'audit.after',
        'answered_calls.body',
        'answers.given',
        'answers.comment',
        'student_keys.words',
      ]),
    )
  })

  test('says before what goes and what stays', async () => {
    const { body } = await (admin as Caller).call(erasing.preview, { id: adaId })
    expect(body).toMatchObject({ name: 'Zqada Zqlast', parents: ['Zqmaria Zqlast'] })
    expect(body.goes).toEqual(expect.arrayContaining(['1 note', '1 test on paper', '1 award', '1 place in classes from tomorrow on']))
    expect(body.stays).toEqual(expect.arrayContaining(['1 piece of work with the figures, without answers']))
  })

  test('is for an admin who gives their password, types the name, and means a child', async () => {
    const ask = { id: adaId, name: 'Zqada Zqlast' }
    expect((await (office as Caller).call(erasing.erase, ask)).status).toBe(403)
    expect((await (admin as Caller).call(erasing.erase, { ...ask, name: 'Zqada' })).status).toBe(422)
    expect((await (admin as Caller).call(erasing.erase, { ...ask, id: cast.operator.id })).status).toBe(404)
    expect((await (admin as Caller).call(erasing.erase, { id: mariaId, name: 'Zqmaria Zqlast' })).status).toBe(409)
    await database.single`update sessions set proven_at = now() - interval '1 hour' where person_id = ${cast.admin.id}`
    expect((await (admin as Caller).call(erasing.erase, ask)).body).toMatchObject({ code: 'reauth' })
    await database.single`update sessions set proven_at = now()`
  })

  test('leaves no word of theirs anywhere, and every number as it was', async () => {
    const child = await world.as({ id: adaId, kind: 'students', centerId: cast.center.id })
    expect(ok(await (admin as Caller).call(erasing.erase, { id: adaId, name: ' zqada  zqlast' }))).toEqual({ erased: 2 })
    expect(await found()).toEqual([])
    expect(await figures()).toEqual({ ...before, deeds: (before?.['deeds'] as number) + 1 })
    expect(await hashOfBen()).toBe(ben)
    expect((await child.call(ownWork.homework.item, { id: newId() })).status).toBe(401)
  })

  test('leaves the others their words', async () => {
    const { body } = await (office as Caller).call(students.one, { centerId: cast.center.id, studentId: cast.ben.id })
    expect(body.notes.map(({ msg }) => msg)).toEqual(['Sits beside (erased), (erased), (erased).'])
    expect(
      (await (office as Caller).call(students.list, { centerId: cast.center.id, filter: 2 })).body.students.map(
        ({ firstName }) => firstName,
      ),
    ).toEqual(['Ben'])
    const mails = await database.read<
      { body: string }[]
    >`select m.body from mail m join people p on p.id = m.person_id where p.first_name = 'Paul' and m.purpose = 'family'`
    expect(mails.map((mail) => mail.body).join()).toContain('(erased)')
  })

  test('leaves histories that can be read', async () => {
    for (const of of [adaId, cast.klass.id, cast.ben.id])
      expect((await (office as Caller).call(histories.of, { centerId: cast.center.id, of })).status).toBe(200)
    expect((await (admin as Caller).call(erasing.preview, { id: adaId })).status).toBe(404)
    expect((await (office as Caller).call(students.one, { centerId: cast.center.id, studentId: adaId })).status).toBe(200)
  })

  test('is done again after a backup from before was brought back', async () => {
    const stones = await database.write((db) => tombstones(db))
    expect(stones.map(({ personId }) => personId).toSorted()).toEqual([adaId, mariaId].toSorted())
    await database.single`delete from erasures`
    await database.single`update people set first_name = 'Zqada', last_name = 'Zqlast', email = 'zqmail@test.example' where id = ${adaId}`
    expect(await database.write((db) => eraseAgain(db, stones))).toEqual([adaId])
    expect(await found()).toEqual([])
    expect(await database.write((db) => eraseAgain(db))).toEqual([])
  })
})
