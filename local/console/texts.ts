/** Words of the console page. */
export const texts = {
  title: 'Local console',
  intro: 'The whole product runs on this machine. Here you see what it sends, and move its time on.',
  openApp: 'Open the app',
  openWaitlist: 'Guests’ page',
  signInAs: (email: string) => `Sign in as ${email}`,
  copyPassword: 'Copy password',
  copied: 'Password copied',
  copyFailed: 'Failed to copy to clipboard',
  lost: 'The local stack does not answer. Is npm start still running?',
  failed: 'That did not work',
  times: 'Times are UTC, on the product’s own clock.',

  guide: {
    title: 'See it happen in two minutes',
    done: 'Done',
    allDone:
      'That is the whole job. Cancel another booking and watch it again, or start over with npm start -- --fresh.',
    missing: 'The demo company is not here. Start with npm start -- --fresh to get it.',
    cancel: {
      title: 'A booking is cancelled',
      body: (stay: string) => `Seaside Cottage is booked ${stay}. Three guests wait for it.`,
      action: 'Cancel it',
    },
    read: {
      title: 'The calendar is read',
      body: 'The freed nights are seen. One reading is not enough to tell anybody.',
      action: 'Run the check now',
    },
    confirm: {
      title: 'A second reading confirms',
      body: 'A quarter of an hour later they are still free: an opening.',
      action: 'Advance 15 minutes',
    },
    priority: {
      title: 'The priority guest is told',
      body: 'Ada has the heart. Her mail and her text message go out at once.',
      action: 'Show her message',
    },
    others: {
      title: 'The others, after their hour',
      body: 'Jonas and Priya wait one hour. Skip it, or advance the clock.',
      action: 'Skip the wait',
    },
    follow: {
      title: 'The link opens the request',
      body: 'Open a message and follow its link, as the guest would.',
      action: 'Show a message',
    },
  },

  clock: {
    title: 'Clock',
    advance: (words: string) => `Advance ${words}`,
    steps: { quarter: '15 min', hour: '1 hour', day: '1 day' },
    advancing: 'Time passes…',
  },

  inbox: {
    title: 'Inbox',
    empty: 'No messages',
    emptyBody: 'Every mail and text message that the product sends arrives here, and nowhere else.',
    clear: 'Empty',
    list: 'Messages',
    sms: 'SMS',
    email: 'Email',
    to: 'To',
    from: 'From',
    replyTo: 'Reply to',
    body: (subject: string) => `Message: ${subject}`,
    choose: 'Choose a message to read it.',
  },

  calendars: {
    title: 'Calendars',
    body: 'What the booking platforms would answer. Click a taken night to cancel its booking, a free one to book it.',
    feed: 'Calendar',
    none: 'No calendars. Put one at /local/feeds/{name}.ics.',
    cancelled: (stay: string) => `Cancelled ${stay}`,
    added: (stay: string) => `Booked ${stay}`,
    undo: 'Undo',
    answers: 'It answers',
    faults: {
      none: 'as it should',
      down: 'with an error (503)',
      page: 'with a web page',
      empty: 'with nothing at all',
      slow: 'too late',
    },
    newBooking: 'Reserved',
  },

  schedules: {
    title: 'Schedules',
    run: 'Run now',
    running: 'Running…',
    runLabel: (name: string) => `Run ${name} now`,
    next: (when: string) => `Next ${when}`,
    last: (when: string) => `last ${when}`,
    never: 'not run yet',
  },

  executions: {
    title: 'Executions',
    empty: 'None yet',
    emptyBody:
      'Each confirmed opening starts one. It tells the priority guests, waits an hour, and tells the others.',
    states: {
      RUNNING: 'Running',
      SUCCEEDED: 'Succeeded',
      FAILED: 'Failed',
      TIMED_OUT: 'Timed out',
      ABORTED: 'Aborted',
    },
    started: (when: string) => `started ${when}`,
    waits: (when: string) => `Waits until ${when}`,
    skip: 'Skip the wait',
  },
}
