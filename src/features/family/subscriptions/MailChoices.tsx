import { useQuery } from '@tanstack/react-query'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { type Choices, subscriptions } from './api.ts'
import { kindWords, type MailKind } from './kinds.ts'
import { useMailChoice } from './use-mail-choice.ts'
import style from './MailChoices.module.css'

/**
 * Settings for the emails that a parent gets from each center of their children. Renders nothing if there is
 * no center.
 */
export function MailChoices() {
  const { data, error, isFetching, refetch } = useQuery(read(subscriptions.list, {}))
  if (data?.length === 0) return null
  return (
    <section className="stack gap-4" aria-labelledby="email-settings">
      <h2 id="email-settings">{t('Email settings')}</h2>
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('your choices')} lines={1} height="6rem" />
      )}
      {data?.map((choices) => (
        <CenterChoices key={choices.center} choices={choices} />
      ))}
    </section>
  )
}

function CenterChoices({ choices }: { choices: Choices }) {
  const { center, wanted, kinds } = choices
  const choice = useMailChoice()
  const row = (
    kind: MailKind,
    { label, description, checked }: { label: string; description?: string; checked: boolean },
  ) => {
    const isChanging = choice.isPending && choice.variables.kind === kind
    return (
      <label key={kind} className={`${style.choice} row top gap-3 target`}>
        <input
          type="checkbox"
          // Shows the new choice until the list is refetched.
          checked={isChanging ? choice.variables.wanted : checked}
          disabled={choice.isPending || (kind !== 'all' && !wanted)}
          onChange={({ target }) => choice.mutate({ center, kind, wanted: target.checked })}
        />
        <span>
          {label}
          {description && <small>{description}</small>}
        </span>
      </label>
    )
  }
  return (
    <section className={`${style.center} grid column gap-4 pad-5 surface ink`} aria-label={center}>
      <h3>{center}</h3>
      {row('all', {
        label: t('Email about my children'),
        description: t(
          'News, canceled classes and reminders. You’ll always get email about your own account.',
        ),
        checked: wanted,
      })}
      {kinds.length > 0 && (
        <div className={`${style.kinds} grid column gap-4`} role="group" aria-label={t('Automatic messages')}>
          {kinds.map((each) =>
            row(each.kind, { label: t(kindWords[each.kind]), checked: wanted && each.wanted }),
          )}
        </div>
      )}
    </section>
  )
}
