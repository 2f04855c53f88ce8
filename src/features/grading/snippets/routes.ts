import { created, type Handlers } from '#server/call.ts'
import type { snippets } from './api.ts'
import { forgetSnippet, keepSnippet, ownSnippets } from './snippets.ts'

export const snippetRoutes: Handlers<typeof snippets> = {
  list: (call) => ownSnippets(call),

  async keep(call) {
    const { snippet, isNew } = await keepSnippet(call, call.input.text)
    return isNew ? created(snippet) : snippet
  },

  async drop(call) {
    await forgetSnippet(call, call.input)
    return null
  },
}
