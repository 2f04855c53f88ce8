import { notFound } from '#shared/problem.ts'
import type { Handlers } from '#server/call.ts'
import type { defaultsApi } from './api.ts'
import { defaults, defaultsVersion } from './defaults.ts'

export const defaultsRoutes: Handlers<typeof defaultsApi> = {
  async list({ input: { name } }) {
    if (!Object.hasOwn(defaults, name)) throw notFound()
    return { name, version: defaultsVersion, data: defaults[name] }
  },
}
