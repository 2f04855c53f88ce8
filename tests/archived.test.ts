import { expect, test } from 'vitest'
import { pathNames } from '#shared/contract.ts'
import { type Kind, reach } from '#shared/permissions.ts'
import { centerColumnsOf } from '#features/centers/archive/queries.ts'
import { unsafe } from '#server/guard.ts'
import { examples, nameOf } from './examples.ts'
import { derived } from './stored.ts'
import { permissionFixture } from './permission-fixture.ts'
import { openWorld } from './world.ts'

/**
 * Tests that nothing at an archived center can be changed (product §12). The two kinds of users who can still
 * read it make every write call. New calls are included automatically.
 */

const world = await openWorld()
const { database } = world

/** Calls that may change data of an archived center. */
const allowed = ['POST /people/:id/erasure']

const writing = examples.filter(
  ({ endpoint, endsSession, scopes }) =>
    unsafe(endpoint) &&
    endpoint.effect !== 'reads' &&
    !endpoint.inArchive &&
    !endsSession &&
    scopes.includes('own') &&
    !allowed.includes(nameOf(endpoint)),
)

/**
 * Returns a checksum of each table's rows about a center. Leaves out tables whose rows a job derives from
 * others, and material, which belongs to no center even if a center is charged for its storage.
 */
async function stored(center: string) {
  const sums = (await centerColumnsOf(database.read))
    .filter(({ table, column }) => column !== 'charged_to' && !derived.includes(table))
    .map(
      ({ table, column }) =>
        `select '${table}.${column}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t where "${column}" = '${center}'`,
    )
  const rows = await database.read.unsafe<{ name: string; sum: string }[]>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

const archived = (center: string, isArchived: boolean) => database.single`
  update centers set archived_at = case when ${isArchived} then now() end where id = ${center}`

test.each(['admin', 'manager'] as const)(
  '%ss can’t change anything at an archived center',
  async (kind: Kind) => {
    let fixture = await permissionFixture(world)
    let tried = 0
    for (const { endpoint, input, prepare } of writing) {
      if (!reach(kind, endpoint.who)) continue
      const name = nameOf(endpoint)
      const caller = await fixture.as(kind)
      const target = fixture.target(kind, 'own')
      await database.single`delete from failed_tries`
      const more = await prepare?.(target, { call: caller.call, write: database.write, as: world.as })
      await archived(target.centerId, true)
      const before = await stored(target.centerId)
      const { status, body } = await caller.call(endpoint, { ...input(target), ...more })
      expect(await stored(target.centerId), name).toEqual(before)
      if (pathNames(endpoint.path).includes('centerId')) {
        expect([name, status, (body as { code?: string } | null)?.code]).toEqual([
          name,
          409,
          'center_archived',
        ])
        tried += 1
      }
      await archived(target.centerId, false)
      if (status < 300) fixture = await permissionFixture(world)
    }
    expect(tried).toBeGreaterThan(30)
  },
)
