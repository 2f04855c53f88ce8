import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../src/server/connect.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '../src/server/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Migrated database to clone, and URLs of its cluster for the owner, for requests and for the superuser.
     */
    template: { name: string; adminUrl: string; requestsUrl: string; superuserUrl: string }
  }
}

/**
 * Starts one temporary PostgreSQL for the whole run, with one migrated database that every test file clones.
 */
export default async function openCluster(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-test-'))
  const { url, requestsUrl, superuserUrl, stop } = await startPostgres({ dataDir, durable: false })
  const admin = connect(url)
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
