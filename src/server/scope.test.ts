import { afterAll, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { records } from '#features/students/records/api.ts'
import { studentExport } from '#features/students/export/api.ts'
import { permissionFixture } from '#tests/permission-fixture.ts'
import { openWorld, urlFor } from '#tests/world.ts'
import { connectionSettings, type Db } from './db.ts'
import { setRowScope, role, type Scope } from './scope.ts'

/**
 * Tests of row-level security, the second line of defense behind the scope in every query (reliability T43,
 * T47).
 */

const world = await openWorld()
const { database } = world
const stage = await permissionFixture(world)
const [{ centerId: here, studentId, parentId }, { centerId: there, studentId: stranger }] = [
  stage.target('parents', 'own'),
  stage.target('operator', 'other center'),
]

// Rows that the fixture doesn't create.
await database.write(async (db) => {
  const on = db`from students s where center_id = any(${[here, there]})`
  await db`insert into prospects (center_id, student_id) select center_id, id ${on} on conflict do nothing`
  await db`insert into student_awards (center_id, id, student_id, given_by, type) select center_id, id, id, id, 'Medal' ${on}`
  await db`
    insert into attendance_changes (center_id, class_id, student_id, held_on, on_roll, after)
    select center_id, class_id, student_id, held_on, true, '{}' from attendances`
  await db`insert into profile_notes (center_id, student_id, record_by, msg) select center_id, id, id, 'Likes math.' ${on}`
  await db`insert into student_levels (center_id, id, student_id, subject, level) select center_id, id, id, 'Math', 'Math 5' ${on}`
  await db`
    insert into work_places (center_id, student_id, work_id, num)
    select distinct on (center_id, student_id) center_id, student_id, id, num from work w join work_questions q using (center_id)
    where q.work_id = w.id on conflict do nothing`
  await db`
    insert into trial_requests (center_id, id, asked, token_hash)
    select center, gen_random_uuid(), '{}', '' from unnest(${[here, there]}::text[]) center`
  await db`insert into unsubscriptions (center_id, person_id, kind) select center_id, id, 'all' ${on}`
  await db`insert into sent_reminders (center_id, kind, about, person_id) select center_id, 'class', id, id ${on}`
  await db`insert into estimates_due (center_id, student_id) select center_id, id ${on}`
  await db`
    insert into section_estimates (center_id, student_id, section_id, ability, variance, start_ability, answers, answered_at)
    select s.center_id, s.id, (select id from sections limit 1), 0, 1, 0, 1, now() ${on}`
  await db`insert into weekly_goals (center_id, student_id, questions) select center_id, id, 30 ${on}`
  await db`
    insert into whiteboard_strokes (center_id, work_id, num, slot, id, ink, points)
    select center_id, work_id, num, 1, gen_random_uuid(), 'red', '{1,1}' from work_questions where center_id = any(${[here, there]})`
  await db`insert into billing_settings (center_id) select unnest(${[here, there]}::text[])`
  await db`
    insert into rates (center_id, id, subject, unit, amount, during)
    select center, gen_random_uuid(), 'Math', 'month', 1, '[2026-01-01,)' from unnest(${[here, there]}::text[]) center`
  await db`insert into family_accounts (center_id, payer_id) select center_id, id ${on}`
  await db`
    insert into invoices (center_id, id, payer_id, month, currency, total) select center_id, id, id, '2026-03-01', 'USD', 5 ${on}`
  await db`insert into invoice_lines (center_id, invoice_id, num, student_id, text, amount) select center_id, id, 1, id, 'Math', 5 ${on}`
  await db`insert into payments (center_id, id, payer_id, method, paid_on, amount) select center_id, id, id, 'cash', '2026-03-03', 5 ${on}`
  await db`
    insert into ledger_entries (center_id, payer_id, kind, amount, entered_on, payment_id)
    select center_id, id, 'payment', -5, '2026-03-03', id ${on}`
})

/**
 * Tables that have a center but no row-level security, and the reason. Only the scope in queries protects
 * them.
 */
const notCovered: Record<string, string> = {
  audit: 'an action may have no center; requests only add to it',
  breaks: 'only days, found by range, which can’t use an index behind a policy',
  places: 'seats, found by range, which can’t use an index behind a policy',
  student_keys: 'found by parts of words, which can’t use an index behind a policy',
  staff: 'decides what a call may do, also at other centers',
  devices: 'used by the office',
  classes: 'used by the office',
  class_terms: 'used by the office',
  class_days: 'used by the office',
  day_assistants: 'used by the office',
  schedules: 'used by the office',
  closures: 'used by the office',
  closure_turns: 'used by the office',
  oddity_snoozes: 'used by the office',
  mailings: 'used by the office',
  center_logos: 'shown in every mail of the center',
  reminders: 'settings of the office, which parents’ choices follow',
  comment_snippets: 'used by the office',
  runs: 'imports of material have no center; imports of students are used by the office',
}

const tables = await database.read<{ name: string; policy: string | null }[]>`
  select c.relname as name, case when c.relrowsecurity then p.polname || ' ' || p.polcmd::text || ' ' || pg_get_expr(p.polqual, c.oid) end as policy
  from pg_class c left join pg_policy p on p.polrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'center_id')
  order by 1`
const covered = tables.filter(({ policy }) => policy !== null).map(({ name }) => name)

const requests = connect(urlFor(world.url, 'requestsUrl'), { settings: connectionSettings('requests') })
afterAll(() => requests.end())
const undone = Symbol('undone')
/**
 * Returns the result of work done in the request role with this scope, or without a scope, and rolls the work
 * back.
 */
async function withScope<T>(scope: Scope | null, work: (db: Db) => Promise<T>) {
  let answer: T | undefined
  const all = requests.begin(async (db) => {
    if (scope) await setRowScope(db, scope, false)
    answer = await work(db)
    throw undone
  })
  await all.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return answer as T
}
const counts = (db: Db) =>
  db.unsafe<{ name: string; centers: string[] }[]>(
    covered
      .map(
        (name) =>
          `select '${name}' as name, array(select distinct center_id from ${name} order by 1) as centers`,
      )
      .join(' union all '),
  )
const operator = { kind: 'operator', id: studentId, centers: [here] } as const

test('every table with a center has the same policy, or a documented reason for having none', () => {
  expect(tables.filter(({ policy }) => policy === null).map(({ name }) => name)).toEqual(
    Object.keys(notCovered).sort(),
  )
  expect(new Set(tables.flatMap(({ policy }) => policy ?? [])).size).toBe(1)
})

test('a request without centers sees no rows, and one with a center sees only its rows', async () => {
  const none = await withScope(null, counts)
  expect(none.flatMap(({ centers }) => centers)).toEqual([])
  const both = await database.write(counts)
  expect(
    both.filter(({ centers }) => !centers.includes(here) || !centers.includes(there)).map(({ name }) => name),
  ).toEqual([])
  for (const scope of [
    operator,
    { kind: 'parents', id: parentId, centers: [], familyCenters: [here] } as const,
  ]) {
    const found = await withScope(scope, counts)
    expect(found.map(({ name, centers }) => [name, ...centers])).toEqual(covered.map((name) => [name, here]))
  }
  expect(await withScope({ kind: 'admin', id: studentId, centers: [] }, counts)).toEqual(both)
})

test('rows of another center can’t be changed, deleted or added', async () => {
  const note = (centerId: string, id: string) => (db: Db) =>
    db`
    insert into student_notes (center_id, id, student_id, record_by, msg) values (${centerId}, ${id}, ${id}, ${id}, 'Mine.') returning 1`
  expect(
    (await withScope(operator, (db) => db`update students set note = '' where id = ${stranger} returning id`))
      .length,
  ).toBe(0)
  expect(
    (await withScope(operator, (db) => db`delete from attendances where center_id = ${there} returning 1`))
      .length,
  ).toBe(0)
  await expect(withScope(operator, note(there, stranger))).rejects.toMatchObject({ code: '42501' })
  expect((await withScope(operator, note(here, studentId))).length).toBe(1)
})

test('requests can add to the audit trail but can’t change, delete or truncate it', async () => {
  const added = await withScope(
    operator,
    (db) => db`insert into audit (action, entity_id) values ('test', 'test') returning id`,
  )
  expect(added.length).toBe(1)
  for (const action of ['update audit set action = action', 'delete from audit', 'truncate audit'])
    await expect(withScope(operator, (db) => db.unsafe(action))).rejects.toMatchObject({ code: '42501' })
})

test('the role for requests owns nothing, belongs to no role and can’t create anything, and the owner isn’t a superuser', async () => {
  const [known] = await requests`
    select session_user as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as may,
      (select count(*)::int from pg_class where relowner = r.oid) + (select count(*)::int from pg_database where datdba = r.oid) as owns,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
      has_database_privilege(current_database(), 'create') or has_schema_privilege('public', 'create') or has_schema_privilege('graphile_worker', 'usage') as makes
    from pg_roles r where rolname = session_user`
  expect(known).toEqual({ name: role, may: false, owns: 0, memberships: 0, makes: false })
  const [owner] = await database.read`
    select rolsuper or rolbypassrls or rolcreaterole or rolreplication as may,
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relowner <> r.oid) as others
    from pg_roles r where rolname = session_user`
  expect(owner).toEqual({ may: false, others: 0 })
})

test('calls and exports are subject to row-level security', async () => {
  const { call } = await stage.as('operator')
  const notes = async () =>
    (await call(records.activities, { centerId: here, studentId, type: 'note' })).body.activities.length
  const lines = async () =>
    (await call(studentExport.students, { centerId: here, filter: 2, columns: 'lastName' })).text.split('\n')
      .length
  const [before, whole] = [await notes(), await lines()]
  expect(before).toBeGreaterThan(0)
  await database.single`alter policy own_centers on student_notes using (false)`
  expect(await notes()).toBe(0)
  await database.single`alter policy own_centers on students using (false)`
  expect(await lines()).toBeLessThan(whole)
})
