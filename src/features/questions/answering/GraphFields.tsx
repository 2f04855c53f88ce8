import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Fields } from './rules.ts'
import { useLater } from './use-later.ts'

const loadPaper = () => import('./paper/GraphPaper.tsx')

/** Graph paper, which comes when a question needs it. */
export function GraphFields(props: Fields<'graph'>) {
  const { ready, failed, again } = useLater(loadPaper)
  if (ready) return <ready.GraphPaper {...props} />
  if (failed)
    return <ErrorState title="The graph paper didn’t arrive." message="Go on with the next question and come back later." onRetry={again} />
  return <Skeleton label="Loading the graph paper" lines={10} />
}
