import { useOutletContext } from 'react-router-dom'
import type { Company } from '../../domain/manager.ts'
import type { CompanyAddress } from '../paths.ts'

/** What the frame of a company's pages hands to its screens. */
export interface CompanyContext {
  company: Company
  /** As the visitor addressed it, so that links keep that form. */
  address: CompanyAddress
}

/** The company whose pages these are. For screens inside `CompanyPages`. */
export function useCompany(): CompanyContext {
  return useOutletContext<CompanyContext>()
}
