import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Fields } from './rules.ts'
import { later, useLater } from './use-later.ts'

/** Graph paper, which comes when a question needs it. */
export function GraphFields(props: Fields<'graph'>) {
  const { ready, failed, again } = useLater(later.graph)
  if (ready) return <ready.GraphPaper {...props} />
  if (failed)
    return <ErrorState title="The graph paper didn’t arrive." message="Go on with the next question and come back later." onRetry={again} />
  return <Skeleton label="Loading the graph paper" lines={10} />
}
