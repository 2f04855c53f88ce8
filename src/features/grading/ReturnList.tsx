import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { kindTitles } from '#features/practice/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { type GradedWork, grading } from './api.ts'
import style from './Grading.module.css'

/** List of graded work whose results families can't see yet, to return one by one or all at once. */
export function ReturnList({
  centerId,
  works,
  more,
}: {
  centerId: string
  works: GradedWork[]
  more: boolean
}) {
  const queries = useQueryClient()
  const send = useSend(grading.giveBack, {
    onSuccess: ({ returned }) =>
      toast(
        returned.length === 1
          ? t('1 assignment returned.')
          : t('{count} assignments returned.', { count: returned.length }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: [grading.queue.path] }),
  })
  const giveBack = (some: readonly GradedWork[]) =>
    send.mutate({ centerId, works: some.map(({ _id }) => _id) })
  return (
    <section className={`${style.returns} card pad-4 stack gap-2`} aria-labelledby="graded">
      <h2 id="graded">{t('Ready to return')}</h2>
      <ul>
        {works.map((work) => (
          <li key={work._id}>
            <span>
              {fullName(work)}
              <span className={`${style.quiet} fine-print`}>
                {work.name}, {t(kindTitles[work.kind]).toLowerCase()}
              </span>
            </span>
            <Button kind="quiet" busy={send.isPending} onClick={() => giveBack([work])}>
              {t('Return')}
              <span className="visually-hidden">
                {t('“{work}” to {name}', { work: work.name, name: fullName(work) })}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {works.length > 1 && (
        <Button wide icon={<Undo2 aria-hidden />} busy={send.isPending} onClick={() => giveBack(works)}>
          {more
            ? t('Return these {count}', { count: works.length })
            : t('Return all {count}', { count: works.length })}
        </Button>
      )}
      {more && (
        <p className={`${style.quiet} fine-print`}>
          {t('These are the oldest. More will appear as you return these.')}
        </p>
      )}
    </section>
  )
}
