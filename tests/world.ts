import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import { connect } from '#server/connect.ts'
import { type CallInput, type Endpoint, type OutputOf, pathNames } from '#shared/contract.ts'
import type { Kind } from '#shared/permissions.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Database } from '#server/db.ts'
import { openSession } from '#server/session.ts'
import { readSettings, type Settings } from '#server/settings.ts'

/** Response to a call: status, headers, and the body as a value, as text and as bytes. */
export type Outcome<E extends Endpoint> = {
  status: number
  body: OutputOf<E>
  headers: Record<string, string>
  text: string
  bytes: Buffer
}
/**
 * Options of a call. Writes have a new Idempotency-Key, like those of our pages, unless they are `keyless`.
 */
export type Extra = { headers?: Record<string, string>; raw?: unknown; keyless?: boolean; file?: Buffer }
export type Caller = {
  call: <E extends Endpoint>(endpoint: E, ask: CallInput<E>, extra?: Extra) => Promise<Outcome<E>>
  cookie: string
}
export type SomeoneKnown = {
  id: string
  kind: Exclude<Kind, 'anonymous'>
  centerId?: string
  /** Text of an access token. */
  token?: string
}

export type World = {
  app: FastifyInstance
  database: Database
  url: string
  /**
   * Signs in a person or device with a new session, or uses an access token. Null makes an anonymous caller.
   */
  as: (who: SomeoneKnown | null) => Promise<Caller>
}

/** Today's date in tests: a Tuesday during the term. */
export const today = '2026-03-03'

/** Creates an empty migrated database and returns its URL. */
export async function emptyDatabase() {
  const template = inject('template')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = connect(template.adminUrl)
  await admin.unsafe(`create database ${name} template ${template.name}`)
  await admin.end()
  return inCluster(template.adminUrl, name)
}

const inCluster = (address: string, name: string) =>
  Object.assign(new URL(address), { pathname: `/${name}` }).toString()

/** Returns the URL with which the request role or the superuser connects to the same database. */
export const urlFor = (url: string, who: 'requestsUrl' | 'superuserUrl') =>
  inCluster(inject('template')[who], new URL(url).pathname.slice(1))

function caller(
  app: FastifyInstance,
  cookie: string,
  xsrf: string,
  own: Record<string, string> = {},
): Caller {
  return {
    cookie,
    call: async (
      endpoint,
      ask,
      { headers = {}, raw, keyless = endpoint.method === 'GET', file = Buffer.from('file') } = {},
    ) => {
      const input = ask as Record<string, unknown>
      const names = pathNames(endpoint.path)
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(input[name])),
      )
      const rest = Object.entries(input).filter(
        ([name, value]) => !names.includes(name) && value !== undefined,
      )
      const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
      const query = inQuery
        ? new URLSearchParams(
            Object.fromEntries(rest.map(([name, value]) => [name, String(value)])),
          ).toString()
        : ''
      const response = await app.inject({
        method: endpoint.method,
        url: `/api${path}${query ? `?${query}` : ''}`,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(xsrf ? { 'x-xsrf-token': xsrf } : {}),
          ...(inQuery ? {} : { 'content-type': endpoint.bytes ?? 'application/json' }),
          ...(keyless ? {} : { 'idempotency-key': randomUUID() }),
          ...own,
          ...headers,
        },
        ...(inQuery
          ? {}
          : { payload: endpoint.bytes ? file : JSON.stringify(raw ?? Object.fromEntries(rest)) }),
      })
      const json = /json/.test(response.headers['content-type'] ?? '')
      return {
        status: response.statusCode,
        body: (json ? response.json() : null) as never,
        headers: response.headers as Record<string, string>,
        text: response.body,
        bytes: response.rawPayload,
      }
    },
  }
}

/**
 * Opens a separate world for a test file or a single test: a migrated database and the whole server on it.
 * Closes it when the file or test ends.
 */
export async function openWorld(settings: Partial<Settings> = {}): Promise<World> {
  const url = await emptyDatabase()
  const app = await buildApp({
    settings: {
      ...readSettings({}),
      backupDir: null,
      logLevel: 'silent',
      rateProfile: 'none',
      today: `${today} 16:45`,
      ...settings,
    },
    databaseUrl: url,
    requestsUrl: urlFor(url, 'requestsUrl'),
  })
  const database = openDatabase(url, { pool: 3 })
  await app.ready()
  const close = async () => {
    await app.close()
    await database.close()
  }
  // Inside a test, hooks of the file can't be added anymore.
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)
  return {
    app,
    database,
    url,
    as: async (who) => {
      if (!who) return caller(app, '', '')
      if (who.token) return caller(app, '', '', { authorization: `Bearer ${who.token}` })
      const { token } = await database.write((db) =>
        openSession(
          db,
          { kind: who.kind, id: who.id, center: who.centerId },
          { agent: 'test', address: '127.0.0.1' },
        ),
      )
      const first = await app.inject({ url: '/api/users/me', headers: { cookie: `sid=${token}` } })
      const xsrf = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
      return caller(app, `sid=${token}; XSRF-TOKEN=${xsrf}`, xsrf)
    },
  }
}
