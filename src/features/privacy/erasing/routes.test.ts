import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { assigning } from '#features/practice/assigning/api.ts'
import { snippets } from '#features/grading/snippets/api.ts'
import { histories } from '#features/history/api.ts'
import { columnsOf } from '#shared/inventory.ts'
import { inventory } from '../../../../db/columns.ts'
import { ownWork } from '#features/practice/answering/api.ts'
import { students } from '#features/students/api.ts'
import { records } from '#features/students/records/api.ts'
import { studentImports } from '#features/students/import/api.ts'
import { factories } from '#tests/factories.ts'
import { ok, privacyFixture, told } from '#tests/privacy-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { erasing } from './api.ts'
import { eraseAgain, tombstones } from './queries.ts'

const world = await openWorld()
const { database } = world
const pattern = told.join('|')

/** Returns the columns that contain a recognizable word of the erased family, as `table.column`. */
async function found(among = pattern) {
  const columnsThere = await database.read<
    { tableSchema: string; tableName: string; columnName: string; dataType: string }[]
  >`
    select table_schema, table_name, column_name, data_type from information_schema.columns
    where table_schema in ('public', 'graphile_worker') and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying')`
  const hits: string[] = []
  for (const { tableSchema, tableName, columnName, dataType } of columnsThere) {
    const text = dataType === 'bytea' ? `encode("${columnName}", 'escape')` : `"${columnName}"::text`
    const [row] = await database.read.unsafe(
      `select 1 from ${tableSchema}.${tableName} where ${text} ~* '${among}' limit 1`,
    )
    if (row) hits.push(`${tableName}.${columnName}`)
  }
  return hits
}

let cast: Awaited<ReturnType<typeof privacyFixture>>

/** Returns another child's rows as text, to compare them before and after. */
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
    texts.push(
      JSON.stringify(
        await database.read.unsafe(`select * from ${table} where ${id} = '${cast.ben.id}' order by 1, 2`),
      ),
    )
  return texts.join('\n')
}
const figures = async () =>
  (
    await database.read`
    select (select count(*)::int from attendances) as marks, (select count(*)::int from work) as work, (select count(*)::int from answers) as answers,
      (select count(*)::int from audit) as actions, (select count(*)::int from mail) as mails, (select count(*)::int from credits) as credits`
  )[0]

describe('erasing a child', () => {
  let before: Awaited<ReturnType<typeof figures>>
  let ben = ''
  beforeAll(async () => {
    cast = await privacyFixture(world)
    const csv = 'Student number,First name,Last name,Grade\nZQWORD1,Zqada,Zqlast,zqgrade 5'
    ok(await cast.office.call(studentImports.start, { centerId: cast.center.id, csv, dryRun: false }))
    before = await figures()
    ben = await hashOfBen()
  })

  test('is tested with personal text in every field that can contain it', async () => {
    const there = await found()
    const wordless = 'parent_links.relationship parent_links.phone_type people.avatar people.language'.split(
      ' ',
    )
    const texts = await database.read<{ at: string }[]>`
      select table_name || '.' || column_name as at from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb')`
    const child =
      'people students programs parent_links prospects student_notes profile_notes student_tests student_awards attendances attendance_changes credits mail late_answers'.split(
        ' ',
      )
    const wanted = child
      .flatMap((table) =>
        columnsOf(inventory, table, ['minor', 'personal']).map((column) => `${table}.${column}`),
      )
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
        'runs.made',
        'answers.given',
        'answers.comment',
        'student_keys.words',
      ]),
    )
  })

  test('previews the data that is erased and the data that remains', async () => {
    const { body } = await cast.asAdmin.call(erasing.preview, { id: cast.adaId })
    expect(body).toMatchObject({ name: 'Zqada Zqlast', parents: ['Zqmaria Zqlast'], owing: [] })
    expect(body.goes).toEqual(
      expect.arrayContaining([
        '1 note',
        '1 test on paper',
        '1 award',
        '1 place in classes, starting tomorrow',
      ]),
    )
    expect(body.stays).toEqual(expect.arrayContaining(['1 piece of work with scores, without answers']))
  })

  test('warns of a family account that isn’t settled', async () => {
    const ofMaria = [cast.center.id, cast.mariaId] as const
    await database.single`insert into family_accounts (center_id, payer_id, balance) values (${ofMaria[0]}, ${ofMaria[1]}, 500)`
    const preview = async () => (await cast.asAdmin.call(erasing.preview, { id: cast.adaId })).body.owing
    expect(await preview()).toEqual(['Zqmaria Zqlast'])
    await database.single`update family_accounts set balance = 0 where payer_id = ${cast.mariaId}`
    expect(await preview()).toEqual([])
  })

  test('is possible only for an admin who enters their password and types the name of a child', async () => {
    const input = { id: cast.adaId, name: 'Zqada Zqlast' }
    expect((await cast.office.call(erasing.erase, input)).status).toBe(403)
    expect((await cast.asAdmin.call(erasing.erase, { ...input, name: 'Zqada' })).status).toBe(422)
    expect((await cast.asAdmin.call(erasing.erase, { ...input, id: cast.operator.id })).status).toBe(404)
    expect(
      (await cast.asAdmin.call(erasing.erase, { id: cast.mariaId, name: 'Zqmaria Zqlast' })).status,
    ).toBe(409)
    await database.single`update sessions set proven_at = now() - interval '1 hour' where person_id = ${cast.admin.id}`
    expect((await cast.asAdmin.call(erasing.erase, input)).body).toMatchObject({ code: 'reauth' })
    await database.single`update sessions set proven_at = now()`
  })

  test('removes their text everywhere, and leaves all figures unchanged', async () => {
    const child = await world.as({ id: cast.adaId, kind: 'students', centerId: cast.center.id })
    expect(ok(await cast.asAdmin.call(erasing.erase, { id: cast.adaId, name: ' zqada  zqlast' }))).toEqual({
      erased: 2,
    })
    expect(await found()).toEqual([])
    expect(await figures()).toEqual({ ...before, actions: (before?.['actions'] as number) + 1 })
    expect(await hashOfBen()).toBe(ben)
    expect(await database.read`select 1 from whiteboard_strokes`, 'drawings on the child’s work').toEqual([])
    expect((await child.call(ownWork.homework.item, { id: newId() })).status).toBe(401)
  })

  test('keeps other people’s text, without the erased names', async () => {
    const { body } = await cast.office.call(students.one, {
      centerId: cast.center.id,
      studentId: cast.ben.id,
    })
    expect(body.notes.map(({ msg }) => msg)).toEqual(['Sits beside (erased), (erased), (erased).'])
    expect(
      (await cast.office.call(students.list, { centerId: cast.center.id, filter: 2 })).body.students.map(
        ({ firstName }) => firstName,
      ),
    ).toEqual(['Ben'])
    const mails = await database.read<
      { body: string }[]
    >`select m.body from mail m join people p on p.id = m.person_id where p.first_name = 'Paul' and m.purpose = 'family'`
    expect(mails.map((mail) => mail.body).join()).toContain('(erased)')
  })

  test('leaves histories readable', async () => {
    for (const entity of [cast.adaId, cast.klass.id, cast.ben.id])
      expect((await cast.office.call(histories.of, { centerId: cast.center.id, of: entity })).status).toBe(
        200,
      )
    expect((await cast.asAdmin.call(erasing.preview, { id: cast.adaId })).status).toBe(404)
    expect(
      (await cast.office.call(students.one, { centerId: cast.center.id, studentId: cast.adaId })).status,
    ).toBe(200)
  })

  test('is repeated after restoring an earlier backup', async () => {
    const stones = await database.write((db) => tombstones(db))
    expect(stones.map(({ personId }) => personId).toSorted()).toEqual([cast.adaId, cast.mariaId].toSorted())
    await database.single`delete from erasures`
    await database.single`update people set first_name = 'Zqada', last_name = 'Zqlast', email = 'zqmail@test.example' where id = ${cast.adaId}`
    expect(await database.write((db) => eraseAgain(db, stones, inventory))).toEqual([cast.adaId])
    expect(await found()).toEqual([])
    expect(await database.write((db) => eraseAgain(db, [], inventory))).toEqual([])
  })
})

test('erasing a person keeps words that other people also use, such as the user name “student”', async () => {
  const [ada, ben] = await database.write(async (db) => {
    const make = factories(db)
    const one = await make.student(cast.center.id)
    await make.parent([one], { phone: '5' })
    await db`update people set user_name = 'student' where id = ${one.id}`
    return [one, await make.student(cast.center.id)]
  })
  const { name } = ok(await cast.asAdmin.call(erasing.preview, { id: ada.id }))
  const about = { centerId: cast.center.id, studentId: ben.id }
  ok(await cast.office.call(records.addNote, { ...about, msg: `A student who had 5 of 10, as ${name}.` }))
  const section = { sections: [cast.section.id] }
  const ours = ok(
    await cast.office.call(assigning.homework, { id: ada.id, ...section, name: `For ${name.split(' ')[0]}` }),
  )
  const theirs = ok(
    await cast.office.call(assigning.homework, { id: ben.id, ...section, name: `As ${name}` }),
  )
  ok(await cast.asAdmin.call(erasing.erase, { id: ada.id, name }))
  const named =
    await database.read`select name from work where id = any(${[ours._id, theirs._id]}::uuid[]) order by name`
  expect(named.map((row) => row['name'] as string)).toEqual(['As (erased)', 'For (erased)'])
  const { body } = await cast.office.call(students.one, about)
  expect(body.notes.map(({ msg }) => msg)).toEqual(['A student who had 5 of 10, as (erased).'])
})

test('erasing keeps a student number that contains the parent’s phone, but deletes comments that name the child', async () => {
  const [ada, ben] = await database.write(async (db) => {
    const make = factories(db)
    const one = await make.student(cast.center.id)
    await make.parent([one], { phone: '+19175550199' })
    return [one, await make.student(cast.center.id, { studentNum: '9175550199-2' })]
  })
  const { name } = ok(await cast.asAdmin.call(erasing.preview, { id: ada.id }))
  for (const text of [`Well done, ${name}.`, `Well done, ${name.toUpperCase()}.`, 'Well done.'])
    ok(await cast.office.call(snippets.keep, { centerId: cast.center.id, text }))
  expect(ok(await cast.asAdmin.call(erasing.erase, { id: ada.id, name }))).toEqual({ erased: 2 })
  expect([...(await database.read`select text from comment_snippets`)]).toEqual([{ text: 'Well done.' }])
  expect([...(await database.read`select student_num from students where id = ${ben.id}`)]).toEqual([
    { studentNum: '9175550199-2' },
  ])
})

test('names are erased at all centers of the child, but text about namesakes at other centers is kept', async () => {
  const name = 'Zqamy Zqcommon'
  const [here, before, elsewhere] = await database.write(async (db) => {
    const made = []
    for (let count = 0; count < 3; count += 1) {
      const center = await factories(db).center()
      const { id } = await factories(db).student(center.id)
      await db`insert into student_notes (center_id, id, student_id, record_by, msg) values (${center.id}, ${newId()}, ${id}, ${cast.operator.id}, ${`Reads with ${name}.`})`
      await db`insert into audit (action, center_id, entity_id, after) values ('test.namesake', ${center.id}, ${id}, ${db.json({ told: name })})`
      made.push(center.id)
    }
    return made
  })
  const amy = await database.write(async (db) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    const { id } = await factories(db).student(here ?? '', { firstName, lastName })
    await db`insert into students (center_id, id, student_num) values (${before ?? ''}, ${id}, 'zq moved')`
    return id
  })
  ok(await cast.asAdmin.call(erasing.erase, { id: amy, name }))
  const left = await database.read<{ centerId: string; text: string }[]>`
    select center_id, msg as text from student_notes where msg like 'Reads with %'
    union all select center_id, after ->> 'told' from audit where action = 'test.namesake'`
  const textAt = (center?: string) =>
    left.filter(({ centerId }) => centerId === center).map(({ text }) => text)
  expect(textAt(here)).toEqual(['Reads with (erased).', '(erased)'])
  expect(textAt(before)).toEqual(['Reads with (erased).', '(erased)'])
  expect(textAt(elsewhere)).toEqual([`Reads with ${name}.`, name])
})

test('a parent who is erased with their last child is also forgotten at the center of a child erased earlier', async () => {
  const name = 'Zqmara Zqmover'
  const { first, older, younger } = await database.write(async (db) => {
    const make = factories(db)
    const [one, two] = [await make.center(), await make.center()]
    const [a, b] = [await make.student(one.id), await make.student(two.id)]
    const [firstName = '', lastName = ''] = name.split(' ')
    const parent = await make.parent([a, b], { firstName, lastName })
    await db`insert into audit (action, center_id, entity_id, after) values ('test.parent', ${one.id}, ${parent.id}, '{}')`
    const { id: other } = await make.student(one.id)
    await db`insert into student_notes (center_id, id, student_id, record_by, msg) values (${one.id}, ${newId()}, ${other}, ${cast.operator.id}, ${`Called ${name}.`})`
    return { first: one, older: a, younger: b }
  })
  for (const { id } of [older, younger])
    ok(
      await cast.asAdmin.call(erasing.erase, {
        id,
        name: (await cast.asAdmin.call(erasing.preview, { id })).body.name,
      }),
    )
  expect([...(await database.read`select msg from student_notes where center_id = ${first.id}`)]).toEqual([
    { msg: 'Called (erased).' },
  ])
})
