#!/bin/sh
# Takes out of a Debian what only sets up or manages a system: apt, Perl, accounts, file systems, and the
# libraries that these alone need. Python, a shell and the usual small tools stay. Run once, as the last
# step in a stage that is copied as a whole; dpkg's list of packages stays true, for scanners.
set -eu
export DEBIAN_FRONTEND=noninteractive
purge="dpkg --purge --force-remove-essential"

# What stays of these packages' dependents needs neither questions to an administrator nor accounts.
$purge --force-depends adduser apt bsdutils debian-archive-keyring e2fsprogs gpgv login logsave mount passwd \
    sysvinit-utils util-linux util-linux-extra libpam-modules libpam-modules-bin libpam-runtime
# Without --force-depends: a library that something else needs ends the build.
$purge libapt-pkg6.0 libaudit-common libaudit1 libblkid1 libcap-ng0 libext2fs2 libgcrypt20 libgnutls30 \
    libgpg-error0 libhogweed6 libidn2-0 libmount1 libnettle8 libp11-kit0 libpam0g libseccomp2 \
    libsemanage-common libsemanage2 libsepol2 libsmartcols1 libss2 libsystemd0 libtasn1-6 libudev1 \
    libunistring2 libxxhash0
# The scripts of all packages above may ask debconf, and debconf is Perl; so these go last.
$purge --force-depends debconf
$purge --force-depends perl-base
# Python has its own tables of encodings; those of libc are for iconv.
rm -rf /usr/lib/*-linux-gnu*/gconv /var/cache/debconf
