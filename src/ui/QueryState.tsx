import { ErrorState } from './ErrorState.tsx'
import { sentenceFor } from './failure-sentence.ts'
import { Skeleton } from './Skeleton.tsx'

type QueryStateProps = {
  query: { error: unknown; isFetching?: boolean; refetch: () => unknown }
  /** The requested data, as worded within a sentence: 'the students'. */
  of: string
  /** Number of placeholder lines, and the height of each. */
  lines?: number
  height?: string
  /** True if it replaces a whole page, so that the error's title is the page's heading. */
  page?: boolean
}

/** Shown in place of data that hasn't loaded: placeholder lines, or the error with a way to retry. */
export function QueryState({ query: { error, isFetching, refetch }, of, page, ...lines }: QueryStateProps) {
  if (!error) return <Skeleton label={`Loading ${of}`} {...lines} />
  const title = `${of[0]?.toUpperCase()}${of.slice(1)} can’t be shown.`
  return (
    <ErrorState
      page={page}
      title={title}
      message={sentenceFor(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
