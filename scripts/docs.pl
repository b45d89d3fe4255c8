# Checks the links of documents; for scripts/docs, which gives the names of the pages on standard
# input. With `files` it prints which files other than pages they link to; `book DIR` checks the
# pages that mdbook has made.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Find qw(find);

my ($mode, $book) = (@ARGV, "check");
my $faults = 0;

sub fault {
    print STDERR "$_[0]\n";
    $faults++;
}

sub text {
    my ($file) = @_;
    open my $in, "<:encoding(UTF-8)", $file or die "$file: $!\n";
    local $/;
    my $text = <$in>;
    return $text // "";
}

# A path without its `..`, from the root of the project.
sub plain {
    my @parts;
    my $root = $_[0] =~ m{^/} ? "/" : "";
    for my $part (split m{/}, $_[0]) {
        next if $part eq "." || $part eq "";
        if ($part eq ".." && @parts) { pop @parts } else { push @parts, $part }
    }
    return $root . join "/", @parts;
}

# The anchors of a page: what its headings are called in links.
my %anchors;
sub anchors {
    my ($page) = @_;
    return $anchors{$page} //= do {
        my (%have, %times);
        (my $text = text($page)) =~ s/^```.*?^```//gms;
        for my $title ($text =~ /^#+ +(.*?)\s*$/gm) {
            (my $name = lc $title) =~ s/[^\w\s-]//g;
            $name =~ s/\s/-/g;
            my $n = $times{$name}++;
            $have{$n ? "$name-$n" : $name} = 1;
        }
        \%have;
    };
}

# All files of Rust, by which names in pages are looked up.
my @sources;
find({ no_chdir => 1, wanted => sub {
    $File::Find::prune = 1 if m{(^|/)target$};
    push @sources, $_ if /\.rs$/;
}}, "crates");

sub check_page {
    my ($page, $files) = @_;
    (my $text = text($page)) =~ s/^```.*?^```/"\n" x ($& =~ tr{\n}{})/gmse;
    my $number = 0;
    for my $line (split /\n/, $text) {
        $number++;
        my $at = "$page:$number";
        while ($line =~ /\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)/g) {
            my ($name, $link) = ($1, $2);
            next if $link =~ m{^https?://};
            my ($path, $anchor) = split /#/, $link, 2;
            my $to = $path eq "" ? $page : plain(dirname($page) . "/$path");
            if (!-f $to) {
                fault("$at: $link: there is no such file");
                next;
            }
            if (defined $anchor && ($to !~ /\.md$/ || !anchors($to)->{$anchor})) {
                fault("$at: $link: there is no such heading");
            }
            next if $to =~ /\.md$/;
            $files->{$to} = 1;
            # `name` of a test, or of a type, in a file of Rust; `area/name` of another one.
            next if $name !~ /^`([\w\/]+)`$/;
            my $wanted = $1;
            my $there = $to =~ /\.rs$/
                ? text($to) =~ /\b(?:fn|struct|enum|trait) \Q$wanted\E\b/
                : $to =~ m{(?:^|/)\Q$wanted\E\.\w+$};
            fault("$at: $link has no $wanted") if !$there;
        }
        while ($line =~ /`((?:[\w-]+\/)*[\w-]+\.rs)`/g) {
            my $name = $1;
            if (!grep { $_ eq $name || m{/\Q$name\E$} } @sources) {
                fault("$at: there is no file $name");
            }
        }
    }
}

# What mdbook has made: each link leads somewhere.
sub check_book {
    my (%ids, @html);
    find({ no_chdir => 1, wanted => sub { push @html, $_ if /\.html$/ } }, $book);
    for my $file (@html) {
        $ids{plain($file)} = { map { $_ => 1 } text($file) =~ /\bid="([^"]*)"/g };
    }
    for my $file (@html) {
        # The page for what is not found, and the one for printing, are of mdbook's own.
        next if $file =~ m{/(404|print|toc)\.html$};
        for my $link (text($file) =~ /\b(?:href|src)="([^"]*)"/g) {
            next if $link =~ /^(?:https?:|data:|mailto:|javascript:)/ || $link eq "";
            my ($path, $anchor) = split /#/, $link, 2;
            my $to = $path eq "" ? plain($file) : plain(dirname($file) . "/$path");
            if (!-f $to) {
                fault("$file: $link: there is no such file");
            } elsif (defined $anchor && $anchor ne "" && $ids{$to} && !$ids{$to}{$anchor}) {
                fault("$file: $link: there is no such place");
            }
        }
    }
}

if ($mode eq "book") {
    check_book();
} else {
    my (%files, %pages, %listed);
    while (my $page = <STDIN>) {
        chomp $page;
        $pages{$page} = 1;
        check_page($page, \%files);
    }
    # Each page is in the table of contents.
    for my $link (text("docs/SUMMARY.md") =~ /\]\(([^()\s]+)\)/g) {
        $listed{plain("docs/$link")} = 1;
    }
    for my $page (sort keys %pages) {
        next if $page eq "docs/SUMMARY.md" || $listed{$page};
        fault("docs/SUMMARY.md: does not list $page");
    }
    print map { "$_\n" } sort keys %files if $mode eq "files";
}
print STDERR "docs: $faults faults\n" if $faults;
exit($faults ? 1 : 0);
