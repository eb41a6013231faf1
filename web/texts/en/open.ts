/** Screens that stand open to anyone and belong to no company: landing, directory, help, legal texts. */
export const open = {
  landing: {
    title: 'Be first to know when dates open up',
    body: 'A waitlist for vacation rentals: guests leave their dates, and hear from you the moment a booking is cancelled.',
    signIn: 'Sign In',
    getStarted: 'Get Started',
    findRequests: 'Find my waitlist requests',
  },
  directory: {
    title: 'Property Waitlists',
    body: 'Join waitlists for your favorite properties and get notified when availability opens up',
    pending: 'The list of companies is not here yet. A company’s own link takes you to its properties.',
  },
  help: {
    title: 'Help Center',
    body: 'The articles are not here yet. Write to us and a person answers.',
    emailSupport: 'Email Support',
    subject: 'Help with my waitlist',
  },
  privacy: { title: 'Privacy Policy' },
  terms: { title: 'Terms of Service' },
  legalBody: 'This text is not published yet. Write to us and we send it to you.',
  demo: { title: 'Watch Demo', body: 'The walk-through is not here yet.' },
}
