import type { ComponentType } from 'react'
import { t } from '#shared/language.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useLazyParts } from '#web/use-lazy-parts.ts'

type Words = { what: string; lines: number; message: string }

/**
 * Creates a component whose code is loaded when it is first shown. `what` names the component in the loading
 * message.
 */
function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { what, lines, message }: Words,
) {
  return function LazyPart(props: Props) {
    const { ready: Part, failed, again } = useLazyParts(load)
    if (Part) return <Part {...props} />
    if (!failed) return <Skeleton label={t('Loading {of}', { of: t(what) })} lines={lines} />
    return <ErrorState title={t('This part of the page didn’t load.')} message={t(message)} onRetry={again} />
  }
}

const comeBack = 'Continue with the next question and come back to this one later.'

/** Creates answer fields whose code is loaded when a question needs them. */
export const lazyFields = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { message = comeBack, ...words }: Omit<Words, 'message'> & { message?: string },
) => lazyPart(load, { message, ...words })

/** Creates the form for a key; its code is loaded when an author opens it. */
export const lazyForm = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, { what: t('the form'), lines: 6, message: t('Check your connection and try again.') })
