import { beforeAll, describe, expect, test } from 'vitest'
import { classroom } from '#features/classroom/api.ts'
import { readCsv } from '#shared/csv.ts'
import { ok, privacyFixture } from '#tests/privacy-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { factories } from '#tests/factories.ts'
import { audit } from './api.ts'
import { fieldsOf } from './audit-filter.ts'

const world = await openWorld()
let cast: Awaited<ReturnType<typeof privacyFixture>>
beforeAll(async () => {
  cast = await privacyFixture(world)
})
const list = async (query: object = {}) => ok(await cast.asAdmin.call(audit.list, query))

describe('the audit log', () => {
  test('describes each action in words, with its old and new values', async () => {
    const { entries } = await list({ area: 'students', of: 'zqada' })
    const names = `${cast.operator.firstName} ${cast.operator.lastName}`
    expect(entries.map(({ sentence }) => sentence)).toContain(
      `${names} changed the note from “zqnote” to “zqnote, again”.`,
    )
    expect(entries.every(({ by, center }) => by === names && center === cast.center.id)).toBe(true)
    const change = entries.find(({ sentence }) => sentence.includes('again'))
    expect(fieldsOf(change?.before ?? null, change?.after ?? null)).toEqual([
      { field: 'note', was: 'zqnote', is: 'zqnote, again' },
    ])
  })

  test('can be filtered by person, record, action, day and center', async () => {
    const all = (await list()).entries
    expect(all.length).toBeGreaterThan(20)
    expect((await list({ by: cast.operator.lastName })).entries.length).toBeGreaterThan(15)
    expect(
      (await list({ by: 'zqada zqlast' })).entries.every(({ action }) => action.startsWith('practice.')),
    ).toBe(true)
    expect((await list({ of: cast.ben.id })).entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['records.addNote', 'students.addParent']),
    )
    expect((await list({ by: 'nobody at all' })).entries).toEqual([])
    expect((await list({ center: 'Elsewhere' })).entries).toEqual([])
    const [on] = all[0]?.at.split('T') ?? []
    expect((await list({ on })).entries.length).toBe(all.length)
    expect((await list({ on: '2026-01-01' })).entries).toEqual([])
  })

  test('returns each row once across pages', async () => {
    await world.database.write(async (db) => {
      for (let n = 0; n < 120; n += 1)
        await db`insert into audit (action, entity_id) values ('test.page', ${`${n}`})`
    })
    const ids: string[] = []
    for (let after: string | undefined; ;) {
      const page = await list(after ? { after } : {})
      ids.push(...page.entries.map(({ id }) => id))
      if (!page.after) break
      after = page.after
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(120)
  })

  test('names the person who was chosen on a device, and the device', async () => {
    const device = await world.database.write((db) => factories(db).device(cast.center.id, cast.admin.id))
    const tina = await world.database.write((db) =>
      factories(db).teacher(cast.center.id, { firstName: 'Tina', lastName: 'Teach' }),
    )
    const tablet = await world.as({ id: device.id, kind: 'devices', centerId: cast.center.id })
    ok(await tablet.call(classroom.begin, { centerId: cast.center.id, userId: tina.id, seat: 'teachers' }))
    const [entry] = (await list({ area: 'classroom' })).entries
    expect(entry).toMatchObject({ by: 'Tina Teach', device: expect.stringMatching(/^Room/) as string })
  })

  test('can be exported, and the export is logged', async () => {
    const { text, headers } = await cast.asAdmin.call(audit.file, { area: 'records' })
    expect(headers['content-disposition']).toContain('changes.csv')
    expect(readCsv(text).rows[0]?.cells.slice(0, 5)).toEqual(['When', 'Who', 'Device', 'Center', 'Action'])
    expect(readCsv(text).rows.length).toBe(5)
    expect((await list({ on: undefined })).entries.map(({ action }) => action)).toContain('audit.export')
    const noted = await world.database
      .read`select student_id from access_log where how = 'list' and person_id = ${cast.admin.id}`
    expect(noted.map(({ studentId }) => studentId as string).toSorted()).toEqual(
      [cast.adaId, cast.ben.id].toSorted(),
    )
  })

  test('is available only to admins', async () => {
    expect((await cast.office.call(audit.list, {})).status).toBe(403)
    expect((await cast.office.call(audit.file, {})).status).toBe(403)
    expect((await cast.asAdmin.call(audit.list, { after: 'x' })).status).toBe(422)
  })

  test('can be exported even if the filter names a center that doesn’t exist', async () => {
    const exported = await cast.asAdmin.call(audit.file, { center: 'Nowhere' })
    expect(exported.status).toBe(200)
    expect(readCsv(exported.text)).toMatchObject({ rows: [{}] })
  })
})
