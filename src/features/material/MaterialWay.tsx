import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import style from './MaterialWay.module.css'

/**
 * Breadcrumbs of a page about the material of all levels. `children` is the link to a page between the
 * material editor and this one, if there is one.
 */
export const MaterialWay = ({ here, children }: { here: string; children?: ReactNode }) => (
  <nav className={`${style.way} row middle gap-1 quiet`} aria-label={t('You are here')}>
    <Link to="/material-editor">{t('Material editor')}</Link>
    <ChevronRight size={14} aria-hidden />
    {children && (
      <>
        {children}
        <ChevronRight size={14} aria-hidden />
      </>
    )}
    <span aria-current="page">{here}</span>
  </nav>
)
