import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { read, useSend } from '#web/api.ts'
import { practice, type Work } from '../api.ts'
import { isOpen } from '../rules.ts'
import { asStudent, workLink } from '../question-ref.ts'
import { corrections } from './api.ts'
import { whyNotCorrected } from './corrected-score.ts'
import style from './OwnCorrections.module.css'

/**
 * Button with which a student gets the corrections of a returned test, or a link to them while they are open.
 */
export function OwnCorrections({ work }: { work: Work }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...read(practice.self, {}),
    enabled: work.kind === 'test' && work.state === 'returned',
  })
  const take = useSend(corrections.take, {
    onSuccess: (line) => void navigate({ to: workLink(asStudent, line) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [practice.self.path] }),
  })
  if (!data) return null
  const wrong = work.sections.flatMap(({ questions }) => questions).filter(({ solved }) => !solved).length
  const given = data.work.find(({ corrects }) => corrects === work._id) ?? null
  if (given && isOpen(given))
    return (
      <p className={`${style.offer} cluster middle gap-2-4 quiet`}>
        <Link to={workLink(asStudent, given)} className={buttonClass({ kind: 'primary' })}>
          <PenLine aria-hidden />{' '}
          {given.state === 'started' ? t('Continue my corrections') : t('Start my corrections')}
        </Link>
      </p>
    )
  if (whyNotCorrected({ ...work, wrong, correction: given?.state ?? null })) return null
  return (
    <p className={`${style.offer} cluster middle gap-2-4 quiet`}>
      <Button
        kind="primary"
        icon={<PenLine aria-hidden />}
        busy={take.isPending}
        onClick={() => take.mutate({ id: work._id })}
      >
        {t('Correct what wasn’t right')}
      </Button>
      <span>{t('{wrong}, with hints and three tries each.', { wrong: counted(wrong, 'question') })}</span>
    </p>
  )
}
