import { useNavigate } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { Segments } from '#ui/Segments.tsx'
import { usualPaper } from '../sheets/layout.ts'
import type { PrintSearch } from './print-search.ts'
import style from './Choosing.module.css'

/** Options for printing, stored in the URL: paper size, writing space and whether to print the answer key. */
export function Options({ search }: { search: PrintSearch }) {
  const navigate = useNavigate({ from: '/bc-print' })
  const put = (change: PrintSearch) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  return (
    <section className={`${style.card} card grid gap-2 pad-3`} aria-label={t('Options')}>
      <div className={`${style.option} grid gap-1`}>
        <span aria-hidden>{t('Paper')}</span>
        <Segments
          label={t('Paper')}
          segments={[
            { value: 'letter', label: t('US Letter') },
            { value: 'a4', label: 'A4' },
          ]}
          value={search.paper ?? usualPaper(navigator.language)}
          onChange={(paper) => put({ paper })}
        />
      </div>
      <div className={`${style.option} grid gap-1`}>
        <span aria-hidden>{t('Writing space')}</span>
        <Segments
          label={t('Writing space')}
          segments={[
            { value: 'none', label: t('None') },
            { value: 'normal', label: t('Normal') },
            { value: 'roomy', label: t('Extra') },
          ]}
          value={search.space ?? 'normal'}
          onChange={(value) => put({ space: value === 'normal' ? undefined : value })}
        />
      </div>
      <label className={`${style.box} row middle gap-2 target`}>
        <input
          type="checkbox"
          checked={search.key !== false}
          onChange={({ currentTarget }) => put({ key: currentTarget.checked ? undefined : false })}
        />
        <span>{t('Answer key on separate sheets')}</span>
      </label>
    </section>
  )
}
