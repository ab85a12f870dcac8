/** Names of the seeded users, beyond ASCII and beyond one given name and one surname. */
export const PEOPLE = [
	{ givenName: 'Zoë', surname: 'Brontë-Smith' },
	{ givenName: 'Søren', surname: 'Kjærgård' },
	{ givenName: 'Nguyễn Thị', surname: 'Ánh' },
	{ givenName: '李', surname: '小龍' },
	{ givenName: 'Ωmega', surname: 'Παπαδόπουλος' },
	{ givenName: 'Дарья', surname: 'Щукина' },
	{ givenName: 'محمد', surname: 'الهاشمي' },
	{ givenName: 'Máire', surname: "O'Néill" },
	{ givenName: 'Anna', surname: 'Łukaszewska' },
	{ givenName: 'さくら', surname: '山田' },
	{ givenName: 'John "Jack"', surname: 'Doe, Jr.' },
	{ givenName: 'Émile 😀', surname: 'Müller' },
] as const;
