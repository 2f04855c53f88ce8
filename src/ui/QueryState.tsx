import { capitalized } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { ErrorState } from './ErrorState.tsx'
import { sentenceFor } from './failure-sentence.ts'
import { Skeleton } from './Skeleton.tsx'

type QueryStateProps = {
  query: { error: unknown; isFetching?: boolean; refetch: () => unknown }
  /** Name of the data, worded for the middle of a sentence: 'the students'. */
  of: string
  /** Number of placeholder lines, and the height of each. */
  lines?: number
  height?: string
  /** True if the state replaces a whole page, so that the error's title is the page's heading. */
  page?: boolean
}

/** Placeholder for data that hasn't loaded: lines, or the error with a button to retry. */
export function QueryState({ query: { error, isFetching, refetch }, of, page, ...lines }: QueryStateProps) {
  if (!error) return <Skeleton label={t('Loading {of}', { of })} {...lines} />
  const title = t('{of} couldn’t be loaded.', { of })
  return (
    <ErrorState
      page={page}
      title={capitalized(title)}
      message={sentenceFor(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
