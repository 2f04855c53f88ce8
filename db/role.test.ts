import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '#server/connect.ts'
import { privilegedCalls, requestFunctions, requestRights } from '#server/request-rights.ts'
import { role } from '#server/scope.ts'
import { permissionFixture } from '#tests/permission-fixture.ts'
import { openWorld, urlFor } from '#tests/world.ts'
import { letIn, grantsOfRequests, refuseOtherRequests } from './role.ts'

/** Tests that requests can't exceed their rights in the database (reliability T43). */

const world = await openWorld()
const { database } = world
const stage = await permissionFixture(world)
const { centerId, studentId } = stage.target('operator', 'own')
const requests = connect(urlFor(world.url, 'requestsUrl'))
const owner = connect(world.url)
afterAll(() => Promise.all([requests.end(), owner.end()]))
// Every start does this too. It is needed here because the test database is a copy of the template, and the
// rights on the database itself aren't copied.
await letIn(owner, { keep: false })

const lineOf = ({ table, privilege, column }: { table: string; privilege: string; column: string | null }) =>
  [privilege, table, column].filter(Boolean).join(' ')

/** Returns the rights that the role for requests has on tables and columns, according to the database. */
async function catalog() {
  const grants = await database.read<{ table: string; privilege: string; column: string | null }[]>`
    select c.relname as "table", lower(acl.privilege_type) as privilege, null as "column" from pg_class c, aclexplode(c.relacl) acl
    where c.relnamespace = 'public'::regnamespace and acl.grantee in (0, ${role}::regrole)
    union all
    select c.relname, lower(acl.privilege_type), a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) acl
    where c.relnamespace = 'public'::regnamespace and acl.grantee in (0, ${role}::regrole)`
  return grants.map(lineOf).sort()
}

test('requests have exactly the listed rights', async () => {
  expect(await catalog()).toEqual(grantsOfRequests().map(lineOf).sort())
})

test('tables, columns and functions that are not listed are closed to requests, and extra grants are revoked', async () => {
  await owner.unsafe(`
    create table new_things (id int); alter table students add column new_word text default 'x'; alter table people add column new_secret text;
    create function new_power() returns int language sql security definer as 'select 1';
    grant select on sessions to ${role}; grant update (role) on people to public`)
  try {
    await owner.unsafe(`revoke update (role) on people from public`)
    await letIn(owner, { keep: false })
    expect(await catalog()).toEqual(grantsOfRequests().map(lineOf).sort())
    for (const statement of [
      'select id from new_things',
      'select new_word from students',
      'select new_secret from people',
      'select new_power()',
    ])
      await expect(requests.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' })
  } finally {
    await owner.unsafe(
      'drop table new_things; alter table students drop column new_word; alter table people drop column new_secret; drop function new_power()',
    )
  }
})

test('the security definer functions are exactly the listed ones, have a fixed search path, and can be called only by requests', async () => {
  const found = await database.read<{ name: string; path: boolean; open: boolean }[]>`
    select proname as name, coalesce(array_to_string(proconfig, ' ') ~ 'search_path=.*pg_temp', false) as path,
      exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as open
    from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`
  expect(found).toEqual([...requestFunctions].sort().map((name) => ({ name, path: true, open: false })))
  const lends = await database.read`
    select proname from pg_proc where pronamespace = 'public'::regnamespace
      and (prosrc ~ 'set_config' or exists (select from unnest(proconfig) each where each ~ '^(role|app)'))
    union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`
  expect([...lends]).toEqual([])
})

test('every exception in the rights of requests has a stated reason, and every privileged call exists', () => {
  const short = Object.entries(requestRights).filter(
    ([, { read, add, change, secrets, why }]) => (read ?? add ?? change ?? secrets) && !why,
  )
  expect(short.map(([table]) => table)).toEqual([])
  const served = new Set(world.app.endpoints.map(({ method, path }) => `${method} ${path}`))
  expect(Object.keys(privilegedCalls).filter((call) => !served.has(call))).toEqual([])
  expect(Object.values(privilegedCalls).filter((why) => !why.endsWith('.'))).toEqual([])
})

describe('PostgreSQL refuses a request’s attempt to', () => {
  test.each<[string, string]>([
    ['give anybody a role', `update people set role = 'admin'`],
    ['change anybody’s group', `update people set "group" = 'parents'`],
    ['add an admin', `insert into people (id, first_name, role) values (gen_random_uuid(), 'x', 'admin')`],
    [
      'add an account with a password',
      `insert into people (id, first_name, password_hash) values (gen_random_uuid(), 'x', 'x')`,
    ],
    ['read passwords', 'select password_hash from people'],
    ['read whole rows of people', 'select * from people'],
    ['change a password', `update people set password_hash = 'x'`],
    ['change the Google account of a person', `update people set google_subject = 'x'`],
    ['close or reopen accounts', 'update people set disabled_at = null'],
    ['delete people', 'delete from people'],
    [
      'start a session',
      `insert into sessions (id_hash, person_id, idle, ends_at) values ('x', gen_random_uuid(), '1 hour', now())`,
    ],
    ['read sessions', 'select id_hash from sessions'],
    ['end sessions', 'delete from sessions'],
    ['extend sessions', `update sessions set ends_at = now() + interval '1 year'`],
    ['read installation keys', 'select value from installation_keys'],
    ['change installation keys', `update installation_keys set value = 'x'`],
    ['read the text of mail', 'select body from mail'],
    ['read the recipients of mail', 'select to_address from mail'],
    ['change mail', `update mail set to_address = 'thief@x.example'`],
    ['delete mail', 'delete from mail'],
    [
      'give somebody a duty',
      `insert into staff (center_id, person_id, duty) values ('x', gen_random_uuid(), 'office')`,
    ],
    ['change duties', `update staff set duty = 'office', active = true`],
    ['delete failed tries', 'delete from failed_tries'],
    ['read failed tries', 'select subject from failed_tries'],
    ['read sign-in links', 'select token_hash from sign_in_links'],
    [
      'create sign-in links',
      `insert into sign_in_links (token_hash, person_id, purpose, expires_at) values ('x', gen_random_uuid(), 'setup', now())`,
    ],
    ['make used sign-in links valid again', 'update sign_in_links set used_at = null'],
    ['read links that confirm an address', 'select token_hash from email_changes'],
    ['change an address waiting to be confirmed', `update email_changes set email = 'thief@x.example'`],
    ['read second factors', 'select secret from second_factors'],
    ['turn off second factors', 'delete from second_factors'],
    ['read recovery codes', 'select code_hash from recovery_codes'],
    ['read sign-in steps', 'select token_hash from sign_in_steps'],
    ['read the keys of devices', 'select key_hash from devices'],
    ['change devices', `update devices set state = 'active'`],
    ['change the audit trail', `update audit set action = 'x'`],
    ['delete the audit trail', 'delete from audit'],
    ['truncate the audit trail', 'truncate audit'],
    ['undo an erasure', 'delete from erasures'],
    ['read the list of migrations', 'select name from migrations'],
    ['change search keys', `update student_keys set words = 'x'`],
    ['read waiting jobs', 'select 1 from graphile_worker._private_jobs'],
    ['take the role of the owner', 'set role blended_learning'],
    ['take the role of the superuser', 'set role postgres'],
    ['take the role of the superuser for a transaction', `select set_config('role', 'postgres', true)`],
    ['switch the session to another user', 'set session authorization blended_learning'],
    ['turn off policies', 'alter table students disable row level security'],
    ['drop a policy', 'drop policy own_centers on students'],
    ['turn off triggers', 'alter table audit disable trigger all'],
    ['grant rights', `grant select on sessions to ${role}`],
    ['create a table', 'create table public.mine (id int)'],
    ['create a temporary table', 'create temp table people (id int)'],
    ['create a function', `create function public.mine() returns int language sql as 'select 1'`],
    ['create a role', 'create role mine'],
    ['change the password of the owner’s role', `alter role blended_learning password 'x'`],
    ['write a file on the server', `copy students to '/tmp/x'`],
    ['run a program', `copy (select 1) to program 'true'`],
    ['read a file on the server', `select pg_read_file('/etc/passwd')`],
    ['read the passwords of roles', 'select rolpassword from pg_authid'],
  ])('%s', async (_, statement) => {
    // PostgreSQL refuses this even with the widest scope that a request could claim.
    await expect(
      requests.begin(async (db) => {
        await db`select set_config('app.centers', 'all', true)`
        await db.unsafe(statement)
      }),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    'reset role',
    `select set_config('role', 'none', true)`,
    'set role none',
    'set session authorization default',
    'reset session authorization',
  ])('leave its own role with “%s”', async (statement) => {
    await requests
      .begin(async (db) => {
        await db.unsafe(statement)
        expect([...(await db`select current_user::text as current, session_user::text as session`)]).toEqual([
          { current: role, session: role },
        ])
        await expect(db`select value from installation_keys`).rejects.toMatchObject({ code: '42501' })
      })
      .catch((error: { code?: string }) => {
        if (error.code !== '42501') throw error
      })
  })
})

test('without separate connections, the owner switches to the role for requests and has only its rights', async () => {
  const forbidden = owner.begin(async (db) => {
    await db`select set_config('app.centers', ${`{"${centerId}"}`}, true), set_config('role', ${role}, true)`
    expect((await db`select id from students where id = ${studentId}`).length).toBe(1)
    await db`select value from installation_keys`
  })
  await expect(forbidden).rejects.toMatchObject({ code: '42501' })
})

test('a REQUESTS_DATABASE_URL for another database or user is refused with advice', async () => {
  const mine = urlFor(world.url, 'requestsUrl')
  await refuseOtherRequests(world.url, { url: mine })
  const elsewhere = Object.assign(new URL(mine), { pathname: '/template1' }).toString()
  await expect(refuseOtherRequests(world.url, { url: elsewhere })).rejects.toThrow(
    'Requests must sign in to the same database as DATABASE_URL.',
  )
  await expect(refuseOtherRequests(world.url, { url: world.url })).rejects.toThrow(
    `must sign in to the database as ${role}, not as blended_learning`,
  )
  const wrong = Object.assign(new URL(mine), { password: 'wrong' }).toString()
  await expect(refuseOtherRequests(world.url, { url: wrong })).rejects.toThrow(
    /can't sign in to the database: password authentication failed.*REQUESTS_DATABASE_URL/,
  )
})

/**
 * Files whose statements run only as the database's owner, not as the role for requests: those of jobs, calls
 * before sign-in, `privilegedCalls`, and calls with `effect: 'own'`.
 */
const privileged = [
  /^accounts\/(email|factor|google|passkeys|passwords|people|sessions)\//,
  /^centers\/archive\/deletion-queries/,
  /^devices\//,
  /^family\/(push|texts)\//,
  /^privacy\/(erasing|retention)\//,
  /^students\/import\/undo-queries/,
  /^operation\//,
  /^mastery\//,
]
const statements = [
  ['add', /insert\s+into\s+([a-z_]+)/g, 'a'],
  ['change', /update\s+([a-z_]+)(?:\s+(?:as\s+)?[a-z]+)?\s+set/g, 'c'],
  ['change on conflict', /insert\s+into\s+([a-z_]+)[^`]*?do\s+update\s+set/g, 'c'],
  ['delete', /delete\s+from\s+([a-z_]+)/g, 'd'],
] as const

test('requests may write every table that queries outside the privileged files write, apart from the listed exceptions', () => {
  const features = join(import.meta.dirname, '../src/features')
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('queries.ts'),
  )
  expect(files.length).toBeGreaterThan(30)
  const missing = files
    .filter((name) => !privileged.some((each) => each.test(name)))
    .flatMap((name) => {
      const text = readFileSync(join(features, name), 'utf8')
      return statements.flatMap(([operation, pattern, letter]) =>
        [...text.matchAll(pattern)]
          .filter(([, table = '']) => !requestRights[table]?.may.includes(letter))
          .map(([, table]) => `${name}: ${operation} ${table}`),
      )
    })
  // A privileged call assigns the duty. Calls with `effect: 'own'` record the people let in by the PIN, and
  // delete the oldest late answers if there are too many.
  const byPrivileged = [
    'centers/queries.ts: add staff',
    'classroom/queries.ts: change sessions',
    'practice/answering/answer-queries.ts: delete late_answers',
    // Written by jobs.
    'reminders/due-queries.ts: add sent_reminders',
    'trials/queries.ts: add trial_requests',
    'trials/queries.ts: change trial_requests',
  ]
  expect([...new Set(missing)].sort()).toEqual(byPrivileged)
})

test('a request can’t take over an account by changing its email address, and can queue only the jobs that requests may queue', async () => {
  const id = stage.target('operator', 'own').studentId
  const [used] = await owner<{ id: string }[]>`select id from people where in_use and id <> ${id} limit 1`
  expect(used).toBeDefined()
  const denied = { code: '42501' }
  const asRequest = async (statement: string) =>
    await requests.begin(async (sql) => {
      await sql`select set_config('app.centers', 'all', true)`
      return await sql.unsafe(statement)
    })
  await expect(
    asRequest(`update people set email = 'evil@x.example' where id = '${used?.id}'`),
  ).rejects.toMatchObject(denied)
  for (const job of ['recovery', 'backup', 'erased', 'retire', 'made-up'])
    await expect(
      asRequest(`select queue_job('${job}', '{"name":"evil@x.example"}', null, null)`),
      job,
    ).rejects.toMatchObject(denied)
  await expect(
    asRequest(`select queue_job('complete-work', '{}', 'role test', now() + interval '1 day')`),
  ).resolves.toHaveLength(1)
  await owner.unsafe(`select graphile_worker.remove_job('role test')`)
})
