import { useQuery } from '@tanstack/react-query'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Content } from '#ui/Content.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import type { ReadQuery } from '#web/api.ts'
import type { ChildSkills, ClassMistake } from './api.ts'

type ClassMistakesProps = {
  mistakes: ReadQuery<ClassMistake[]>
  members: readonly ChildSkills[]
  /** Assigns the section to some children; null if it can't be assigned. */
  onAssign: ((children: readonly ChildSkills[]) => void) | null
}

/** Wrong answers that several children of a class gave, with their names. */
export function ClassMistakes({ mistakes, members, onAssign }: ClassMistakesProps) {
  const { data, error, isFetching, refetch } = useQuery(mistakes)
  if (!data)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the mistakes')} lines={2} height="3rem" />
    )
  if (data.length === 0) return null
  return (
    <section className="stack gap-2" aria-label={t('Same mistakes')}>
      <h3>{t('Same mistakes')}</h3>
      <ul className="stack gap-3">
        {data.map(({ content, answer, message, children: ids }, at) => {
          const children = members.filter(({ _id }) => ids.includes(_id))
          return (
            <li key={at} className="card stack gap-2 pad-3-4">
              <Content nodes={content} />
              <p>
                <strong>
                  {t('{count} students answered “{answer}”', { count: children.length, answer })}
                </strong>
                {message && <>: {message}</>}
              </p>
              <p className="quiet">{children.map(fullName).join(', ')}</p>
              {onAssign && (
                <div>
                  <Button changes onClick={() => onAssign(children)}>
                    {t('Assign this section to them')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
