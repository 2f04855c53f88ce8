import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startWriting } from './direct.ts'
import { hindrance } from './failover.ts'
import { type Servers, variables } from './servers.ts'

/** Checks the files of `ops/cluster`. `npm run faults -- failover` tests the whole cluster. */

const files = resolve(import.meta.dirname, '../../../ops/cluster')
const text = (file: string) => readFileSync(join(files, file), 'utf8')
const hasHaproxy = existsSync('/usr/sbin/haproxy')

test.runIf(hasHaproxy).each([
  ['haproxy-database.cfg', {}],
  // Replace the certificate, which exists only on the admin's machine.
  ['haproxy-web.cfg', { HTTPS: '127.0.0.1:20443' }],
])('HAProxy accepts %s without a warning', (file, values) => {
  const { status, stderr } = spawnSync('/usr/sbin/haproxy', ['-c', '-f', join(files, file)], {
    env: { ...process.env, ...values },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})

test('a machine’s settings contain its own name and address, and those of all three machines where needed', () => {
  const place = { number: 2, network: '192.168.5.' }
  expect(variables('etcd.env', place)).toMatchObject({
    ETCD_NAME: 'db2',
    ETCD_LISTEN_PEER_URLS: 'http://192.168.5.12:2380',
    ETCD_INITIAL_CLUSTER:
      'db1=http://192.168.5.11:2380,db2=http://192.168.5.12:2380,db3=http://192.168.5.13:2380',
  })
  expect(variables('patroni.env', place)).toMatchObject({
    PATRONI_NAME: 'db2',
    PATRONI_RESTAPI_CONNECT_ADDRESS: '192.168.5.12:8008',
    PATRONI_ETCD_HOSTS: '192.168.5.11:2379,192.168.5.12:2379,192.168.5.13:2379',
  })
})

test('a primary that loses etcd steps down before another can take its lock, and writes wait for a second machine', () => {
  const patroni = text('patroni.yml')
  const number = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])
  expect(number('ttl')).toBe(20)
  expect(number('loop_wait') + 2 * number('retry_timeout')).toBeLessThanOrEqual(number('ttl'))
  expect(patroni).toMatch(/^ +synchronous_mode: true$/m)
  expect(patroni).toMatch(/^ +primary_start_timeout: 0$/m)
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect(patroni).toMatch(new RegExp(`^ +${name}: 'on'$`, 'm'))
})

test('Patroni changes its lock only while it still holds it, even in the version that Debian 12 has', () => {
  const place = { number: 1, network: '10.0.0.' }
  expect(Object.keys(variables('patroni.env', place))).not.toContain('PATRONI_ETCD3_HOSTS')
  expect(variables('etcd.env', place)).toHaveProperty('ETCD_ENABLE_V2', 'true')
})

test('the files in ops/cluster contain no passwords, only a separate placeholder for each', () => {
  const values = Object.entries(variables('patroni.env', { number: 1, network: '10.0.0.' }))
  const passwords = values.flatMap(([name, value]) => (name.endsWith('_PASSWORD') ? [value] : []))
  expect(passwords).toEqual(['change-me-1', 'change-me-2', 'change-me-3', 'change-me-4'])
  expect(text('patroni.yml')).not.toMatch(/password:/)
})

test.each([
  [{ uid: 1000, has: () => true }, 'Failover is skipped: only root can make the network that it cuts.'],
  [
    { uid: 0, has: (path: string) => !/etcd|patroni/.test(path) },
    'Failover is skipped: it needs etcd, patroni, which Debian has as packages.',
  ],
  [{ uid: 0, has: () => true }, null],
])('the failover test says why it can’t run on this machine: %o', (machine, sentence) => {
  expect(hindrance(machine)).toBe(
    process.platform === 'linux' ? sentence : 'Failover is skipped: it needs Linux.',
  )
})

test('a write that a former primary acknowledges after an election is counted, even if it was sent before the election', async () => {
  let isElected = false
  const acknowledgement = Promise.withResolvers<string>()
  const servers = {
    membersExcept: async () => (isElected ? [{ name: 'db2', role: 'leader' }] : []),
    sql: async (_: unknown, statement: string) =>
      statement.startsWith('insert') ? acknowledgement.promise : 't',
  }
  const writing = startWriting(servers as unknown as Servers, { name: 'db1' } as Servers['servers'][number])
  isElected = true
  await pause(300)
  acknowledgement.resolve('1')
  expect(await writing.stop()).toMatchObject({ written: [1], second: 1 })
})
