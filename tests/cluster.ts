import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '../src/server/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database to clone, and the address of the cluster it is in: for its owner, for requests, and for its superuser. */
    template: { name: string; adminUrl: string; requestsUrl: string; superuserUrl: string }
  }
}

/** One throw-away PostgreSQL for a whole run, with one migrated database that every test file clones. */
export default async function openCluster(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-test-'))
  const { url, requestsUrl, superuserUrl, stop } = await startPostgres({ dataDir, durable: false })
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin`create database template_of_tests`
  await admin.end()
  const template = new URL(url)
  template.pathname = '/template_of_tests'
  await migrate(template.toString())
  project.provide('template', { name: 'template_of_tests', adminUrl: url, requestsUrl, superuserUrl })
  return async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
