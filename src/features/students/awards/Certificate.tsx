import { Printer } from 'lucide-react'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import type { Award } from '../records/api.ts'
import { AwardIcon } from '../records/AwardIcon.tsx'
import style from './Certificate.module.css'

type CertificateProps = {
  name: string
  center: string
  award: Pick<Award, 'type' | 'subject' | 'date'> & { note?: string }
}

/** Printable award on one landscape sheet (product §10). */
export function Certificate({ name, center, award }: CertificateProps) {
  return (
    <div className={`${style.page} grid gap-4`}>
      <div className={style.print}>
        <Button reads kind="primary" icon={<Printer aria-hidden />} onClick={() => print()}>
          {t('Print')}
        </Button>
      </div>
      <article
        className={`${style.sheet} paper grid gap-3 breakable text-center surface ink rounded`}
        aria-labelledby="certificate"
      >
        <p className={style.center}>{center}</p>
        <div className={style.icon}>
          <AwardIcon award={award} />
        </div>
        <h1 id="certificate" className={style.title}>
          {t(award.type)}
        </h1>
        <p>{t('is awarded to')}</p>
        <p className={style.name}>{name}</p>
        <p className={style.reason}>
          {t(award.subject)}
          {award.note && `: ${award.note}`}
        </p>
        <footer className={`${style.foot} cluster apart wide`}>
          <span>{dateInWords(award.date)}</span>
          <span>{t('For the center')}</span>
        </footer>
      </article>
    </div>
  )
}
