import { Suspense, lazy, useState } from 'react'
import type { ComponentType, ReactElement } from 'react'
import { BrowserRouter, Route, Routes, createRoutesFromElements, matchRoutes } from 'react-router-dom'
import { LoadingNote } from './ui/skeleton.tsx'
import { NotFoundPage } from './public/not-found-page.tsx'

/** A screen in a chunk of its own, loaded when its address is first visited or, by `preload`, before. */
function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loaded: ComponentType | undefined
  const preload = async () => (loaded ??= (await load())[name])
  const Waiting = lazy(async () => ({ default: await preload() }))

  function Screen() {
    // Chosen once: to change it in between would lose what was typed into the screen.
    const [Shown] = useState<ComponentType>(() => loaded ?? Waiting)
    return <Shown />
  }
  return Object.assign(Screen, { preload })
}

/**
 * Loads all chunks that an address needs, side by side, before anything is drawn. Each one found missing while
 * drawing costs a third of a second more: React holds a placeholder for that long once it was shown.
 */
export async function preloadScreens(pathname: string): Promise<void> {
  const matches = matchRoutes(createRoutesFromElements(allRoutes), pathname) ?? []
  const screens: unknown[] = matches.map(({ route }) => (route.element as ReactElement<object>).type)
  await Promise.all(screens.filter(isPreloadable).map((type) => type.preload()))
}

/** A layout, which wraps screens, is no chunk of its own and has nothing to load. */
function isPreloadable(type: unknown): type is { preload(): Promise<unknown> } {
  return typeof type === 'function' && 'preload' in type
}

const HomePage = screen(() => import('./public/home-page.tsx'), 'HomePage')
const DirectoryPage = screen(() => import('./public/directory-page.tsx'), 'DirectoryPage')
const HelpPage = screen(() => import('./public/help-page.tsx'), 'HelpPage')
const PrivacyPage = screen(() => import('./public/legal-pages.tsx'), 'PrivacyPage')
const TermsPage = screen(() => import('./public/legal-pages.tsx'), 'TermsPage')
const DemoPage = screen(() => import('./public/demo-page.tsx'), 'DemoPage')

const AuthPage = screen(() => import('./manager/auth-page.tsx'), 'AuthPage')
const ManagerLayout = screen(() => import('./manager/manager-layout.tsx'), 'ManagerLayout')
const DashboardPage = screen(() => import('./manager/dashboard-page.tsx'), 'DashboardPage')
const PropertiesPage = screen(() => import('./manager/properties-page.tsx'), 'PropertiesPage')
const PropertyPage = screen(() => import('./manager/property-page.tsx'), 'PropertyPage')
const NotificationsPage = screen(() => import('./manager/notifications-page.tsx'), 'NotificationsPage')
const ProfilePage = screen(() => import('./manager/profile-page.tsx'), 'ProfilePage')

const CompanyPages = screen(() => import('./guest/company-pages.tsx'), 'CompanyPages')
const PropertyListPage = screen(() => import('./guest/property-list-page.tsx'), 'PropertyListPage')
const LandingPage = screen(() => import('./guest/landing-page.tsx'), 'LandingPage')
const DatesPage = screen(() => import('./guest/dates-page.tsx'), 'DatesPage')
const JoinPage = screen(() => import('./guest/join-page.tsx'), 'JoinPage')
const ConfirmationPage = screen(() => import('./guest/confirmation-page.tsx'), 'ConfirmationPage')
const CompanyWaitlistPage = screen(() => import('./guest/company-waitlist-page.tsx'), 'CompanyWaitlistPage')
const LookUpPage = screen(() => import('./guest/look-up-page.tsx'), 'LookUpPage')
const EntryPage = screen(() => import('./guest/entry-page.tsx'), 'EntryPage')

/** The guest's way through one company, the same whether it is addressed by slug or by manager id. */
const companyScreens = (
  <>
    <Route index element={<PropertyListPage />} />
    <Route path="properties" element={<PropertyListPage />} />
    <Route path="landing" element={<LandingPage />} />
    <Route path="dates/:propertyId" element={<DatesPage />} />
    <Route path="join/:propertyId?" element={<JoinPage />} />
    <Route path="confirmation" element={<ConfirmationPage />} />
    <Route path="my-waitlist" element={<CompanyWaitlistPage />} />
    <Route path="dashboard" element={<CompanyWaitlistPage />} />
  </>
)

/** Every address of the app. */
const allRoutes = (
  <>
    <Route index element={<HomePage />} />
    <Route path="auth" element={<AuthPage />} />
    <Route element={<ManagerLayout />}>
      <Route path="dashboard" element={<DashboardPage />} />
      <Route path="properties" element={<PropertiesPage />} />
      <Route path="properties/:propertyId" element={<PropertyPage />} />
      <Route path="notifications" element={<NotificationsPage />} />
      <Route path="profile" element={<ProfilePage />} />
    </Route>

    <Route path="directory" element={<DirectoryPage />} />
    <Route path="help" element={<HelpPage />} />
    <Route path="privacy-policy" element={<PrivacyPage />} />
    <Route path="terms-of-service" element={<TermsPage />} />
    <Route path="demo" element={<DemoPage />} />

    <Route path="my-waitlist" element={<LookUpPage />} />
    <Route path="waitlist/:entryId" element={<LookUpPage />} />
    <Route path="waitlist-entry/:entryId" element={<EntryPage />} />

    <Route path="waitlist/manager/:managerId/properties" element={<CompanyPages />}>
      <Route index element={<PropertyListPage />} />
    </Route>
    <Route path="waitlist/:companySlug/properties" element={<CompanyPages />}>
      <Route index element={<PropertyListPage />} />
    </Route>
    <Route path="manager/:managerId" element={<CompanyPages />}>
      {companyScreens}
    </Route>
    <Route path=":companySlug" element={<CompanyPages />}>
      {companyScreens}
    </Route>
    <Route path="*" element={<NotFoundPage />} />
  </>
)

/** Shows the screen of the address. */
export function Router() {
  return (
    <BrowserRouter>
      <Suspense fallback={<LoadingNote />}>
        <Routes>{allRoutes}</Routes>
      </Suspense>
    </BrowserRouter>
  )
}
