import { z } from 'zod'
import { QuestionStatus } from '#features/material/rules.ts'
import { Id } from '#shared/ids.ts'
import { searchText } from '#shared/page-search.ts'
import { AnswerKind } from '../rules.ts'

/** Search text and filters of the search page. Invalid values in the page's URL count as missing. */
export const FindFilter = z.object({
  find: z.unknown().transform(searchText).optional(),
  level: Id.optional().catch(undefined),
  section: Id.optional().catch(undefined),
  kind: AnswerKind.optional().catch(undefined),
  status: QuestionStatus.optional().catch(undefined),
})
export type FindFilter = Partial<z.output<typeof FindFilter>>
export type FindQuery = { [Name in keyof FindFilter]?: unknown }
