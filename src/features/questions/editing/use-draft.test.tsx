import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Question } from '../api.ts'
import type { DraftState } from './use-draft.ts'

vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('navigator', { onLine: true })
vi.mock('#web/session.tsx', () => ({ useMe: () => ({ _id: 'editor' }) }))
const { useDraft } = await import('./use-draft.ts')

const question = {
  _id: 'question',
  instructions: '',
  content: 'What is $1 + 1$?',
  answers: { kind: 'fr', parts: [{ kind: 'number', value: '2' }] },
  hint: null,
  visual: null,
  variables: null,
  tests: [],
  faults: [],
  version: 1,
} as unknown as Question

function Editor({ look }: { look: (state: DraftState) => void }) {
  look(useDraft({ place: { levelId: 'level', chapterNum: 1, sectionNum: 1 } as never, question }))
  return null
}

test('a review counts as failed if the question can’t be loaded afterward', async () => {
  const states: DraftState[] = []
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Editor look={(state) => states.push(state)} />
    </QueryClientProvider>,
  )
  const fetched = vi.fn(async (_url: string, { method }: RequestInit) =>
    method === 'GET' ? Response.json({ message: 'No.' }, { status: 500 }) : Response.json({ changed: 1 }),
  )
  vi.stubGlobal('fetch', fetched)
  expect(await states[0]?.review('success')).toBeNull()
  expect(fetched).toHaveBeenCalledTimes(2)
})
