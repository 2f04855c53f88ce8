import { t } from '#shared/language.ts'

/**
 * Placeholder for a word or a number that hasn't loaded: an ellipsis, or a note that it couldn't be loaded.
 */
export const WordState = ({ error }: { error: unknown }) => (
  <span className="quiet" data-loading={!error || undefined}>
    {error ? t('Couldn’t be loaded') : '…'}
  </span>
)
