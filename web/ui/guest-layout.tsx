import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Company } from '../../domain/manager.ts'
import { paths, securePicture } from '../paths.ts'
import type { CompanyAddress } from '../paths.ts'
import { shared } from '../texts/shared.ts'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { SkipLink, mainId } from './skip-link.tsx'

interface GuestLayoutProps {
  /** Whose pages these are; 'loading' while not known yet, nothing on pages of no company. */
  company?: Company | 'loading' | undefined
  /** 800 px instead of 640, for the cross-company list. */
  wide?: boolean
  children: ReactNode
}

/** The frame of every guest page: the company's logo or name above one narrow column. */
export function GuestLayout({ company, wide = false, children }: GuestLayoutProps) {
  const column = classNames('mx-auto w-full px-4', wide ? 'max-w-look-up' : 'max-w-guest')
  return (
    <>
      <SkipLink />
      <header className={classNames(column, 'pt-5 sm:pt-10')}>
        <div className="flex min-h-12 items-center border-b border-rule pb-4">
          {company === 'loading' ? <Skeleton className="h-7 w-40" /> : <Masthead company={company} />}
        </div>
      </header>
      <main id={mainId} className={classNames(column, 'pt-8 pb-24 sm:pt-12')}>
        {children}
      </main>
    </>
  )
}

function Masthead({ company }: { company: Company | undefined }) {
  const [broken, setBroken] = useState(false)
  const name = company?.companyName ?? shared.productName
  return (
    <Link
      to={company ? paths.company(addressOf(company)) : paths.home}
      className="inline-flex min-h-11 items-center rounded-sm font-display text-lg font-title"
    >
      {company?.logoUrl && !broken ? (
        <img
          src={securePicture(company.logoUrl)}
          alt={name}
          onError={() => setBroken(true)}
          className="h-11 max-w-56 object-contain object-left"
        />
      ) : (
        name
      )}
    </Link>
  )
}

/** How a company's pages are addressed: by its slug where it has one. */
export function addressOf(company: Company): CompanyAddress {
  return company.companySlug ? { companySlug: company.companySlug } : { managerId: company.id }
}
